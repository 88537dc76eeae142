{% load static %}// Shows a page of its own where there is no signal. It keeps that page and static files, and nothing of a fight.
const FILES = ["{% url "offline" %}", "{% static "css/phone.css" %}", "{% static "js/shared/theme.js" %}", "{% static "img/mark.svg" %}"];
const STATIC = "{{ static_url }}";
const fetchAnew = (file) => new Request(file, { cache: "reload" }); // a kept page would name files of another version
const CACHE = `offline ${FILES.join(" ")}`;

addEventListener("install", (e) => e.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES.map(fetchAnew)))));
addEventListener("activate", (e) => {
  const old = (names) => names.filter((name) => name !== CACHE).map((name) => caches.delete(name));
  e.waitUntil(caches.keys().then((names) => Promise.all(old(names))));
});
addEventListener("fetch", (e) => {
  const { request } = e;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") {
    e.respondWith(fetch(request).catch(() => caches.match("{% url "offline" %}")));
  } else if (new URL(request.url).pathname.startsWith(STATIC)) {
    e.respondWith(caches.match(request).then((kept) => kept || fetch(request)));
  }
});
