# Sourced by the other scripts, never run: where the package is, and what a machine needs to build it.
# POSIX sh. A machine that lacks something and cannot be given it ends in exit status 4, as the product does.
# shellcheck shell=sh

# The caller sets `root` to the package's folder.
root=${root:?}

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

lacking() {
    say "$*"
    exit 4
}

# install_packages PACKAGE...: Debian packages, by root or through sudo.
install_packages() {
    if ! command -v apt-get >/dev/null 2>&1; then
        lacking "this machine has no apt-get. Install what these Debian packages hold, then try again: $*"
    elif [ "$(id -u)" -eq 0 ]; then
        as_root="env"
    elif command -v sudo >/dev/null 2>&1; then
        as_root="sudo"
    else
        lacking "not root, and there is no sudo. Let an administrator run: apt-get install $*"
    fi
    say "installing $*"
    # Try the package lists at hand first: on most machines they are there, and fetching them takes longer.
    for attempt in 1 2; do
        if $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 install -y \
            --no-install-recommends "$@" </dev/null >&2; then
            return 0
        fi
        [ "$attempt" -eq 2 ] || $as_root apt-get -qq update </dev/null >&2 || true
    done
    lacking "apt-get could not install them. Run: apt-get update && apt-get install $*"
}

# need_command COMMAND PACKAGE
need_command() {
    command -v "$1" >/dev/null 2>&1 || install_packages "$2"
}

need_libraries() {
    packages=
    if ! command -v pkg-config >/dev/null 2>&1; then
        packages="pkg-config libssl-dev libsqlite3-dev"
    else
        pkg-config --exists libcrypto || packages="$packages libssl-dev"
        pkg-config --exists sqlite3 || packages="$packages libsqlite3-dev"
    fi
    if [ -d "$root/Sources/CMicroHTTPD" ] && [ ! -e /usr/include/microhttpd.h ]; then
        packages="$packages libmicrohttpd-dev"
    fi
    # shellcheck disable=SC2086 # a list of words
    [ -z "$packages" ] || install_packages $packages
}

# Swift 6.3 or later. It is no Debian package, so nothing here can install it; what it leans on, it can.
need_swift() {
    command -v swift >/dev/null 2>&1 \
        || lacking "there is no swift on PATH. Install the Swift 6.3 toolchain for this system and add its usr/bin folder to PATH"
    if ! swift build --version >/dev/null 2>&1 || ! command -v g++ >/dev/null 2>&1; then
        install_packages g++ git libcurl4 libncurses6 libsqlite3-0 libxml2
    fi
    version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p')
    case ${version:-none} in
        [0-5].* | 6.[0-2] | none) lacking "Swift 6.3 or later is needed; swift on PATH says: ${version:-nothing}" ;;
    esac
}

need_build_tools() {
    need_swift
    need_libraries
}

# The HTTP service is built in as soon as its library is part of the package.
traits() {
    if [ -d "$root/Sources/CMicroHTTPD" ]; then echo "--traits HTTPService"; fi
}
