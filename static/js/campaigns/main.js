// The first page and the pages of a campaign: what every page does, and the keys that elements name.
import { loadLater } from "../shared/page.js";
import "../shared/live.js";
import "../dm/keys.js";

if (document.querySelector("[data-ending]")) loadLater(() => import("./ending.js"));
