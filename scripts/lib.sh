# shellcheck shell=bash
# What scripts/run, scripts/test and their neighbours share. Sourced, never run: each script sets its own -euo pipefail.

ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
VENV="$ROOT/.venv"
PYTHON="$VENV/bin/python"

RUN_PACKAGES=(libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0)
TEST_PACKAGES=("${RUN_PACKAGES[@]}" chromium gettext poppler-utils)

say() { printf '%s\n' "$*"; }

fail() {
    printf 'error: %s\n' "$*" >&2
    exit 1
}

is_debian() { command -v dpkg-query >/dev/null && command -v apt-get >/dev/null; }

# The given Debian packages, installed where this may install them; elsewhere one line says what is missing.
need_packages() {
    is_debian || return 0
    local package missing=() elevate=()
    for package in "$@"; do
        [[ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" == installed ]] || missing+=("$package")
    done
    ((${#missing[@]})) || return 0
    if ((EUID != 0)); then
        sudo -n true 2>/dev/null || fail "missing Debian packages; run: sudo apt-get install ${missing[*]}"
        elevate=(sudo -n)
    fi
    say "Installing Debian packages: ${missing[*]}"
    "${elevate[@]}" apt-get update -qq
    "${elevate[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# The system's Python, 3.11 or newer and able to make environments.
find_python() {
    local candidate
    for candidate in python3 python3.14 python3.13 python3.12 python3.11; do
        if command -v "$candidate" >/dev/null && "$candidate" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 15))' 2>/dev/null; then
            printf '%s' "$candidate"
            return
        fi
    done
    return 1
}

make_venv() {
    local python
    find_python >/dev/null || need_packages python3
    python="$(find_python)" || fail "Python 3.11 to 3.14 is needed and was not found"
    "$python" -c 'import ensurepip, venv' 2>/dev/null || need_packages python3-venv
    say "Making the Python environment in $VENV"
    "$python" -m venv --clear "$VENV"
}

# The Python packages of requirements/NAME.txt, exactly as locked. The stamp holds the lock's hash, so a second run has nothing to do.
need_venv() {
    local lock="$ROOT/requirements/$1.txt" stamp="$VENV/.installed-$1" wanted
    wanted="$(sha256sum <"$lock")"
    if "$PYTHON" -c '' 2>/dev/null && [[ -f "$stamp" && "$(<"$stamp")" == "$wanted" ]]; then
        return
    fi
    "$PYTHON" -c '' 2>/dev/null || make_venv
    "$PYTHON" -m pip --version >/dev/null 2>&1 || "$PYTHON" -m ensurepip --upgrade >/dev/null
    say "Installing the Python packages of requirements/$1.txt"
    rm -f "$stamp"
    # The lock names everything: without --no-deps older pips look at a library's newest release too, and refuse it for want of a hash.
    "$PYTHON" -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes --requirement "$lock" ||
        fail "the Python packages could not be installed (see above)"
    printf '%s' "$wanted" >"$stamp"
}

# WeasyPrint opens the system's text libraries when it is imported; where apt did not vouch for them, try that.
need_text_libraries() {
    is_debian || "$PYTHON" -c 'import weasyprint' 2>/dev/null ||
        fail "the PDF engine needs Pango and HarfBuzz (subset); install them with the system's package manager"
}

need_messages() { "$PYTHON" "$ROOT/scripts/compile_messages.py"; }

port_is_taken() { (exec 3<>"/dev/tcp/$1/$2") 2>/dev/null; }
