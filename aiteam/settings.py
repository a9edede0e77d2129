"""Django's settings. What an installation may change comes from aiteam.environment; the rest is fixed here."""

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _
from whitenoise.compress import Compressor

from aiteam.environment import BASE, Environment

env = Environment.read()

# --- Core
BASE_DIR = BASE
DATA_DIR = env.data_dir
SECRET_KEY = env.secret()
DEBUG = env.debug
ALLOWED_HOSTS = [host.strip() for host in env.allowed_hosts.split(",") if host.strip()]
CSRF_TRUSTED_ORIGINS = [origin.strip() for origin in env.trusted_origins.split(",") if origin.strip()]
ROOT_URLCONF = "aiteam.urls"
WSGI_APPLICATION = "aiteam.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- AITeam
ORGANISATION = env.organisation
CURRENCY = env.currency
ENDING_DAYS = env.ending_days
EVIDENCE_DIR = DATA_DIR / "evidence"
SOURCE_URL = env.source_url
PUBLIC_URL = env.public_url  # for what is read outside the site: mails and calendars
JOB_MEMORY_MB = env.job_memory_mb
JOB_SECONDS = env.job_seconds
JOB_GRACE_SECONDS = 5  # between asking a job to stop and ending its process
JOB_LOST_SECONDS = 30  # without a heartbeat, a worker counts as dead
DEMO = env.demo
DEMO_PASSWORD = env.demo_password

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.humanize",
    "django.contrib.staticfiles",
    "django.forms",
    "csp",
    "django_htmx",
    "template_partials",
    "aiteam.accounts",
    "aiteam.jobs",
    "aiteam.catalog",
    "aiteam.clusters",
    "aiteam.staff",
    "aiteam.notices",
    "aiteam.plans",
    "aiteam.training",
    "aiteam.home",
    "aiteam.lib",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "aiteam.accounts.middleware.SignInMiddleware",
    "aiteam.accounts.middleware.PrivateMiddleware",
    "aiteam.accounts.middleware.PreferredLanguageMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "aiteam.accounts.context.frame",
            ],
            "builtins": ["aiteam.lib.tags", "django.templatetags.i18n", "django.templatetags.static"],
        },
    },
]
FORM_RENDERER = "aiteam.lib.forms.FieldRowRenderer"

# --- Data
DATABASES = {"default": env.database()}
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

# --- Mail: kept in the outbox where nothing is to leave the site
EMAIL_BACKEND = "aiteam.notices.mail.OutboxBackend" if env.demo or not env.mail_url else "django.core.mail.backends.smtp.EmailBackend"
DEFAULT_FROM_EMAIL = env.mail_from
EMAIL_TIMEOUT = 30
globals().update(env.mail_server())

# --- Accounts
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["aiteam.accounts.backends.DemoAwareBackend"]
LOGIN_URL = "accounts:login"
LOGIN_REDIRECT_URL = "home:dashboard"
LOGOUT_REDIRECT_URL = "accounts:login"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

# --- Language and time. Days are dates; moments are kept in UTC.
LANGUAGE_CODE = env.language
LANGUAGES = [("en", _("English")), ("nl", _("Dutch")), ("de", _("German"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = env.time_zone

# --- Static files
STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = DATA_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# The hashed names are all that pages use; fonts are compressed already.
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = (*Compressor.SKIP_COMPRESS_EXTENSIONS, "ttf")

# --- Security
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_SSL_REDIRECT = env.https
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
SECURE_HSTS_SECONDS = 31_536_000 if env.https else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.https
SECURE_HSTS_PRELOAD = env.https
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if env.https else None
SESSION_COOKIE_SECURE = env.https
CSRF_COOKIE_SECURE = env.https
SESSION_COOKIE_HTTPONLY = True
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "aiteam.accounts.sign_in.csrf_failure"
SESSION_COOKIE_AGE = 12 * 3600
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5000

# --- Logs: no names, no pay, no secrets; a request line is the server's.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "aiteam.lib.logs.MaskingFormatter", "fmt": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env.log_level},
    # The first two tell every step of every document, the third a traceback for every scan of the internet.
    "loggers": {"weasyprint": {"level": "ERROR"}, "fontTools": {"level": "ERROR"}, "django.security.DisallowedHost": {"level": "CRITICAL"}},
}
