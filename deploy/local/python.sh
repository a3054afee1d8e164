#!/bin/sh
# Prints the first Python that really runs and is new enough. A name on the PATH proves nothing: a version manager's
# shim may answer "command not found", and a system's Python may come without what a virtual environment needs.
set -u

fits() {
    "$1" -c '
import sys, ssl, zlib, ctypes, venv, ensurepip
new = sys.version_info >= (3, 12) and sys.version_info.releaselevel == "final"
sys.exit(not (new and sys.implementation.name == "cpython"))' >/dev/null 2>&1 </dev/null
}

try() {
    for candidate in "$@"; do
        path=$(command -v "$candidate" 2>/dev/null) || continue
        if fits "$path"; then
            printf '%s\n' "$path"
            exit 0
        fi
    done
}

home=${HOME:-/nonexistent}
try python3.13 python3.12 python3
for version in 3.13 3.12 3.14 3; do
    for folder in "${PYENV_ROOT:-$home/.pyenv}/versions" "${ASDF_DATA_DIR:-$home/.asdf}/installs/python" \
        "${MISE_DATA_DIR:-$home/.local/share/mise}/installs/python"; do
        try "$folder/$version".*/bin/python3
    done
done
if command -v uv >/dev/null 2>&1; then
    try "$(uv python find --no-project '>=3.12' 2>/dev/null)"
    echo "No Python 3.12 or newer here; asking uv for one." >&2
    uv python install 3.13 >&2 && try "$(uv python find --no-project 3.13 2>/dev/null)"
fi
echo "This needs Python 3.12 or newer with its venv module: looked for python3.13, python3.12 and python3 on the PATH," \
    "in the folders of pyenv, asdf and mise, and for uv, which could bring one. Please install one of them." >&2
exit 1
