"""The settings of the site. combat_site/variables.py lists the environment variables."""

import os
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

from csp.constants import NONE, SELF

from combat_site import logs, mail, storage
from combat_site.addresses import reach
from combat_site.processes import refuse_to_start
from combat_site.secret_key import make_folder, read_key
from combat_site.variables import Environment
from combat_site.version import VERSION as VERSION

BASE_DIR = Path(__file__).resolve().parent.parent
env = Environment(os.environ)
# As people type commands here: in a checkout, or installed.
IS_CHECKOUT = (BASE_DIR / "manage.py").is_file()
MANAGE, PLAY = ("manage.py", "make play") if IS_CHECKOUT else ("ten-segments", "ten-segments play")

# --- Logs -----------------------------------------------------------------------------------------
# First, so that whatever else ends the start is a line of the log.
LOG_FORMAT = env.read_text("LOG_FORMAT")
LOGGING = logs.configure(LOG_FORMAT, env.read_text("LOG_LEVEL"))

# --- Server ---------------------------------------------------------------------------------------
DEBUG = env.read_flag("DEBUG")
VAR = Path(env.read_text("VAR_DIR") or BASE_DIR / "var")
make_folder(VAR)
SECRET_KEY = env.read_text("SECRET_KEY") or read_key(VAR / "secret-key")

HOST = env.read_text("HOST")
PORT = env.read_number("PORT")
PUBLIC_URL = env.read_text("PUBLIC_URL")
try:
    ADDRESSES = reach(HOST, PORT, PUBLIC_URL)
except ValueError as problem:
    refuse_to_start(f"{problem}.")
ALLOWED_HOSTS = list(ADDRESSES.hosts)
CSRF_TRUSTED_ORIGINS = list(ADDRESSES.origins)
SOCKET_ORIGINS = list(ADDRESSES.origins)
ENCRYPTED = ADDRESSES.urls[0].startswith("https://")

# Without a port there are no metrics.
METRICS_PORT = env.read_number("METRICS_PORT")
METRICS_TOKEN = env.read_text("METRICS_TOKEN")

# Without an address errors are reported to nobody.
SENTRY_DSN = env.read_text("SENTRY_DSN")

# --- Apps and templates ---------------------------------------------------------------------------
INSTALLED_APPS = [
    "django.contrib.admin.apps.SimpleAdminConfig",  # its pages are found with the addresses: most commands need none
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "crispy_bootstrap5",
    "crispy_forms",
    "csp",
    "django_htmx",
    "servestatic",
    "combat_site",
    *(["campaigns"] if find_spec("campaigns") else []),  # without its folder, fights of one evening are all there is
    "encounters",
    "rules",
]
MIDDLEWARE = [
    "combat_site.metrics.measure_requests",
    "combat_site.encryption.Encryption",
    "combat_site.static_files.ServedStaticFiles",
    "django.middleware.gzip.GZipMiddleware",  # docs/decisions/0020: BREACH
    "combat_site.policy.OrderedPolicy",
    "combat_site.unavailable.Unavailable",
    "combat_site.requests.CheckedRequests",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "encounters.sign_in.TooManyPasswords",
    "encounters.unreadable.UnreadableFights",
]
ROOT_URLCONF = "combat_site.urls"
ASGI_APPLICATION = "combat_site.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["combat_site.templates.UnindentedLoader", "django.template.loaders.app_directories.Loader"],
                ),
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]
CRISPY_ALLOWED_TEMPLATE_PACKS = "bootstrap5"
CRISPY_TEMPLATE_PACK = "bootstrap5"

# --- Storage --------------------------------------------------------------------------------------
REDIS_URL = env.read_text("REDIS_URL")
REDIS_PREFIX = env.read_text("REDIS_PREFIX")
DATABASES = {"default": storage.make_database(env.read_text("DATABASE_URL"), VAR)}
CHANNEL_LAYERS = {"default": storage.make_channel_layer(REDIS_URL, REDIS_PREFIX, DATABASES["default"]["ENGINE"])}
CACHES = {"default": storage.make_cache(REDIS_URL, REDIS_PREFIX, DATABASES["default"]["ENGINE"])}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# With a demo, /readyz waits until there is a fight to play.
DEMO = env.read_flag("TEN_SEGMENTS_DEMO")
# Copies are made by themselves, in VAR_DIR/copies: each day, and before migrations.
COPIES = env.read_flag("COPIES")

# --- Procedures -----------------------------------------------------------------------------------
PROCEDURES = env.read_pairs("PROCEDURES")

# --- Static files ---------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = VAR / "static"
make_folder(STATIC_ROOT)
storage.keep_private(DATABASES["default"])
STATICFILES_DIRS = [BASE_DIR / "static"]
HASHED = "combat_site.static_files.HashedStaticFiles"
PLAIN = "django.contrib.staticfiles.storage.StaticFilesStorage"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": PLAIN if DEBUG else HASHED},
}
SERVESTATIC_KEEP_ONLY_HASHED_FILES = True
SERVESTATIC_ROOT = BASE_DIR / "combat_site" / "root"  # what programs ask for by fixed names: robots.txt and icons
SERVESTATIC_ALLOW_ALL_ORIGINS = False

# --- Access ---------------------------------------------------------------------------------------
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "start"
LOGOUT_REDIRECT_URL = LOGIN_URL
SESSION_COOKIE_NAME = "ten_segments_session"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = ENCRYPTED
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
# Browsers complain about this header on every page that comes over plain http from an IP address.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if ENCRYPTED else None
SECURE_REFERRER_POLICY = "same-origin"
# The health checks are asked for on this machine, past the proxy.
SECURE_SSL_REDIRECT = ENCRYPTED
SILENCED_SYSTEM_CHECKS = ["security.W001"]  # Encryption is that middleware, by another name
SECURE_SSL_HOST = urlsplit(ADDRESSES.urls[0]).netloc if ENCRYPTED else None
SECURE_REDIRECT_EXEMPT = [r"^(livez|readyz|healthz)$"]
SECURE_HSTS_SECONDS = env.read_number("HSTS_SECONDS") if ENCRYPTED else 0
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "font-src": [SELF],
        "img-src": [SELF, "data:"],  # the marks of form controls are data: images
        "media-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        # Older Safari does not count a page's own WebSocket as 'self'.
        "connect-src": [SELF, *ADDRESSES.sockets],
        "form-action": [SELF],
        "base-uri": [SELF],
        "object-src": [NONE],
        "frame-ancestors": [NONE],
    }
}

# --- Mail -----------------------------------------------------------------------------------------
MAIL = mail.make_mail(env.read_text("EMAIL_URL"), env.read_text("EMAIL_FROM"))
SENDS_MAIL = bool(MAIL)
vars().update(MAIL)
EMAIL_TIMEOUT = 10
PASSWORD_RESET_TIMEOUT = 24 * 3600

# --- Limits ---------------------------------------------------------------------------------------
LIMITS = env.read_limits()

# Django's own backend checks no password: it is named by sessions that earlier versions began.
AUTHENTICATION_BACKENDS = ["encounters.sign_in.CountingBackend", "django.contrib.auth.backends.ModelBackend"]

# --- Time, language -------------------------------------------------------------------------------
LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = False
