# Sourced by the scripts that call Python peers, never run. Needs `say` and `install_packages` of Scripts/setup.sh.
# shellcheck shell=bash

# interop_environment NAME: a virtual environment .build/interop/NAME with what requirements-NAME.txt lists, made once.
interop_environment() {
    local folder=.build/interop/$1 list=Tests/Interop/requirements-$1.txt
    need_command python3 python3-venv
    if [ -x "$folder/bin/python" ] && cmp -s "$list" "$folder/installed.txt"; then return; fi
    mkdir -p .build/interop
    rm -rf "$folder"
    say "installing what $list lists"
    if ! python3 -m venv "$folder"; then
        # Debian's python3 has no ensurepip until python3-venv brings it.
        rm -rf "$folder"
        install_packages python3-venv
        python3 -m venv "$folder"
    fi
    "$folder/bin/pip" --quiet --disable-pip-version-check install --no-deps -r "$list" >&2
    cp "$list" "$folder/installed.txt"
}
