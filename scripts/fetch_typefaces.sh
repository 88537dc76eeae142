#!/bin/sh
# Copy the two typefaces from their npm packages to static/vendor/, and write the stylesheet that names them.
# Without npm or a network the stylesheet is empty and the fallbacks named in the design tokens serve. Never fails.
set -u
cd "$(dirname "$0")/.."
vendor=static/vendor
version=5.3.0
draft=$(mktemp -d)
trap 'rm -rf "$draft"' EXIT
mkdir -p "$vendor"

fetch() {
    command -v npm >/dev/null 2>&1 || { echo "npm not found: pages use their fallback typefaces"; return 1; }
    (cd "$draft" && npm pack --silent --fetch-retries=0 --fetch-timeout=15000 \
        "@fontsource/alegreya@$version" "@fontsource/alegreya-sans@$version") >/dev/null 2>&1 \
        || { echo "typefaces could not be fetched (make typefaces tries again): pages use their fallbacks"; return 1; }
}

face() { # family, package, weight, style
    file=$2-latin-$3-$4.woff2
    tar -xzf "$draft/fontsource-$2-$version.tgz" -C "$draft" "package/files/$file" || return 1
    mv "$draft/package/files/$file" "$vendor/$file" || return 1
    printf '@font-face{font-family:"%s";font-weight:%s;font-style:%s;font-display:swap;src:url(%s) format("woff2")}\n' \
        "$1" "$3" "$4" "$file" >>"$draft/fonts.css"
}

: >"$draft/fonts.css"
all_faces() {
    for weight in 400 500 700; do face "Alegreya Sans" alegreya-sans "$weight" normal || return 1; done
    for weight in 500 700; do face "Alegreya" alegreya "$weight" normal || return 1; done
    face "Alegreya" alegreya 500 italic
}

: >"$draft/fonts.css"
if fetch && ! all_faces; then
    echo "the typefaces' packages are not as expected: pages use their fallbacks"
    : >"$draft/fonts.css"
fi
cp "$draft/fonts.css" "$vendor/fonts.css"
