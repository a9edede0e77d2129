"""What the installation may set from outside: environment variables, or files named by NAME_FILE for secrets."""

import os
import re
import secrets
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit
from zoneinfo import ZoneInfo

import dj_database_url
from pydantic import Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

BASE = Path(__file__).resolve().parent.parent


class ConfigurationError(SystemExit):
    """The installation cannot start: ends the process with status 1 and a message that lists every variable at fault, without a traceback."""

    def __init__(self, *complaints: str) -> None:
        super().__init__("\n".join(["AITeam cannot start; please correct:", *(f"  {complaint}" for complaint in complaints)]))


class Environment(BaseSettings):
    """Each field is one variable; the README's table says what it is for."""

    model_config = SettingsConfigDict(extra="ignore")

    secret_key: str = Field(default="", alias="AITEAM_SECRET_KEY", min_length=0)
    debug: bool = Field(default=False, alias="AITEAM_DEBUG")
    demo: bool = Field(default=False, alias="DEMO")
    demo_password: str = Field(default="", alias="AITEAM_DEMO_PASSWORD")
    database_url: str = Field(default="", alias="DATABASE_URL")
    data_dir: Path = Field(default=BASE / "var", alias="AITEAM_DATA_DIR")
    allowed_hosts: str = Field(default="127.0.0.1,localhost,[::1]", alias="AITEAM_ALLOWED_HOSTS")
    trusted_origins: str = Field(default="", alias="AITEAM_TRUSTED_ORIGINS")
    https: bool = Field(default=False, alias="AITEAM_HTTPS")
    organisation: str = Field(default="AITeam", alias="AITEAM_ORGANISATION", min_length=1, max_length=200)
    time_zone: str = Field(default="Europe/Amsterdam", alias="AITEAM_TIME_ZONE")
    language: str = Field(default="en", alias="AITEAM_LANGUAGE", pattern="^(en|nl|de)$")
    currency: str = Field(default="USD", alias="AITEAM_CURRENCY", pattern="^[A-Z]{3}$")
    ending_days: int = Field(default=90, alias="AITEAM_ENDING_DAYS", ge=0, le=3650)
    source_url: str = Field(default="", alias="AITEAM_SOURCE_URL", pattern="^(https?://.*)?$")
    public_url: str = Field(default="", alias="AITEAM_PUBLIC_URL")
    mail_url: str = Field(default="", alias="AITEAM_MAIL_URL")
    mail_from: str = Field(default="aiteam@localhost", alias="AITEAM_MAIL_FROM", pattern=r"^[^\r\n]*[^\s@]+@[^\s@]+$")
    job_memory_mb: int = Field(default=2048, alias="AITEAM_JOB_MEMORY_MB", ge=256, le=1_048_576)
    job_seconds: int = Field(default=900, alias="AITEAM_JOB_SECONDS", ge=1, le=86_400)
    log_level: str = Field(default="INFO", alias="AITEAM_LOG_LEVEL", pattern="^(DEBUG|INFO|WARNING|ERROR)$")

    @field_validator("database_url")
    @classmethod
    def _is_readable(cls, value: str) -> str:
        if value and not value.startswith(DATABASES):
            raise ValueError("write it as postgres://user:password@host:5432/name or sqlite:////path/to/file")
        if value:
            dj_database_url.parse(value)
        return value

    @field_validator("time_zone")
    @classmethod
    def _is_known(cls, value: str) -> str:
        try:
            ZoneInfo(value)
        except (KeyError, ValueError, OSError) as error:
            raise ValueError("write it as Europe/Amsterdam or UTC; this one is not known") from error
        return value

    @field_validator("public_url")
    @classmethod
    def _is_where_a_browser_gets_to(cls, value: str) -> str:
        """Scheme and host, without the slash at the end: paths of pages are written behind it."""
        parts = urlsplit(value)
        _port = parts.port  # raises for one that is no number
        is_plain = re.fullmatch(r"https?://[^\s/?#@]+/?", value) and parts.hostname
        if value and not is_plain:
            raise ValueError("write it as https://plan.example.com, without a path")
        return value.rstrip("/")

    @field_validator("mail_url")
    @classmethod
    def _names_a_mail_server(cls, value: str) -> str:
        if value:
            parts = urlsplit(value)
            _port = parts.port  # raises for one that is no number
            if parts.scheme not in {"smtp", "smtps"} or not parts.hostname:
                raise ValueError("write it as smtp://user:password@host:587/?tls=1 or smtps://user:password@host")
        return value

    @classmethod
    def read(cls) -> "Environment":
        """The environment, checked. Raises ConfigurationError naming every variable that will not do."""
        try:
            return cls(**_from_files())
        except ValidationError as error:
            raise ConfigurationError(
                *(f"{found['loc'][0]}: {found['msg'].removeprefix('Value error, ')}" for found in error.errors())
            ) from error

    def secret(self) -> str:
        """The given secret, or one made once and kept in the data folder, so that a fresh clone runs with nothing set."""
        if self.secret_key:
            return self.secret_key
        kept = self.data_folder() / "secret_key"
        try:
            descriptor = os.open(kept, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            return kept.read_text(encoding="utf-8").strip()
        except OSError as error:
            raise ConfigurationError(f"AITEAM_SECRET_KEY: set it, or make {self.data_dir} writable ({error})") from error
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(made := secrets.token_urlsafe(50))
        return made

    def data_folder(self) -> Path:
        """The data folder, made for its owner alone; one that is there keeps the rights it was given."""
        try:
            self.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise ConfigurationError(f"AITEAM_DATA_DIR: {self.data_dir} cannot be made ({error})") from error
        return self.data_dir

    def database(self) -> dict[str, Any]:
        """Django's database entry: the named one, or SQLite in the data folder."""
        found: dict[str, Any] = dict(dj_database_url.parse(self.database_url or f"sqlite:///{self._own_file()}"))
        if found["ENGINE"].endswith("sqlite3"):
            found["OPTIONS"] = SQLITE
        elif found["ENGINE"].endswith("postgresql"):
            found["CONN_HEALTH_CHECKS"] = True
            found["CONN_MAX_AGE"] = 60
        return found

    def _own_file(self) -> Path:
        """The database in the data folder, made empty for its owner alone: SQLite gives its side files the same rights."""
        file = self.data_folder() / "aiteam.sqlite3"
        try:
            if not file.exists():
                file.touch(mode=0o600)
        except OSError as error:
            raise ConfigurationError(f"DATABASE_URL: set it, or make {self.data_dir} writable ({error})") from error
        return file

    def mail_server(self) -> dict[str, Any]:
        """Django's settings of the mail server; nothing without one. `smtps` encrypts from the start, `?tls=1` once connected."""
        if not self.mail_url:
            return {}
        parts = urlsplit(self.mail_url)
        is_ssl = parts.scheme == "smtps"
        return {
            "EMAIL_HOST": parts.hostname,
            "EMAIL_PORT": parts.port or (465 if is_ssl else 25),
            "EMAIL_HOST_USER": unquote(parts.username or ""),
            "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
            "EMAIL_USE_SSL": is_ssl,
            "EMAIL_USE_TLS": not is_ssl and parse_qs(parts.query).get("tls") == ["1"],
        }


# What Django has an engine for and this product is tested with.
DATABASES = ("postgres://", "postgresql://", "sqlite://")

# A writer takes its lock when the transaction starts (no "database is locked" half-way), readers are never blocked.
SQLITE = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;PRAGMA foreign_keys=ON;PRAGMA temp_store=MEMORY;",
}


def _from_files() -> dict[str, Any]:
    """Values of variables given as NAME_FILE, the usual way to hand a secret to a container."""
    names = [str(field.alias) for field in Environment.model_fields.values()]
    return {name: _content(f"{name}_FILE") for name in names if f"{name}_FILE" in os.environ and name not in os.environ}


def _content(variable: str) -> str:
    try:
        return Path(os.environ[variable]).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{variable}: the file cannot be read ({error})") from error
