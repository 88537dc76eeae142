#!/bin/sh
# Copy the two typefaces from their npm packages to static/vendor/, in small parts, and write the stylesheet that names
# them. A browser asks for a part when a page has one of its characters: nearly all pages have those of `plain` only.
# Without npm or a network the stylesheet is empty and the fallbacks named in the design tokens serve. Never fails.
# Without the tools that cut, the parts of a face are the whole files.
set -u
cd "$(dirname "$0")/.."
vendor=static/vendor
version=5.3.0
tools="fonttools==4.68.0 brotli==1.2.1"
plain=U+20,U+21,U+25-29,U+2B-3B,U+3F,U+41-5A,U+61-7A,U+A0,U+B7,U+D7,U+2013,U+2014,U+2018,U+2019,U+201C,U+201D,U+2026,U+2212
signs=U+22-24,U+2A,U+3C-3E,U+40,U+5B-60,U+7B-7E,U+2022,U+2032,U+2033
accents=$signs,U+A1-B6,U+B8-D6,U+D8-FF
extended=U+100-17F
python=.venv/bin/python
[ -x "$python" ] || python=python3
draft=$(mktemp -d)
trap 'rm -rf "$draft"' EXIT
mkdir -p "$vendor"

fetch() {
    command -v npm >/dev/null 2>&1 || { echo "npm not found: pages use their fallback typefaces"; return 1; }
    (cd "$draft" && npm pack --silent --fetch-retries=0 --fetch-timeout=15000 \
        "@fontsource/alegreya@$version" "@fontsource/alegreya-sans@$version") >/dev/null 2>&1 \
        || { echo "typefaces could not be fetched (make typefaces tries again): pages use their fallbacks"; return 1; }
    # shellcheck disable=SC2086
    "$python" -m pip install --quiet --disable-pip-version-check --no-input --root-user-action=ignore \
        --target "$draft/tools" $tools >/dev/null 2>&1 || echo "fonttools could not be fetched: typefaces stay whole"
}

cut_part() { # source, characters, target
    PYTHONPATH=$draft/tools "$python" -m fontTools.subset "$1" --unicodes="$2" --output-file="$3" --flavor=woff2 \
        --layout-features=kern,liga,lnum,tnum --layout-scripts=DFLT.dflt,latn.dflt --no-hinting >/dev/null 2>&1 || cp "$1" "$3"
}

part() { # family, package, weight, style, script, name, characters
    from=files/$2-$5-$3-$4.woff2
    to=$2-$3-$4-$6.woff2
    tar -xzf "$draft/fontsource-$2-$version.tgz" -C "$draft" "package/$from" package/LICENSE || return 1
    cut_part "$draft/package/$from" "$7" "$draft/$to" || return 1
    mv "$draft/package/LICENSE" "$vendor/LICENSE-$2" && mv "$draft/$to" "$vendor/$to" || return 1
    printf '@font-face{font-family:"%s";font-weight:%s;font-style:%s;font-display:swap;src:url(%s) format("woff2");unicode-range:%s}\n' \
        "$1" "$3" "$4" "$to" "$7" >>"$draft/fonts.css"
}

face() { # family, package, weight, style
    part "$@" latin plain "$plain" && part "$@" latin accents "$accents" && part "$@" latin-ext extended "$extended"
}

all_faces() {
    for weight in 400 500 700; do face "Alegreya Sans" alegreya-sans "$weight" normal || return 1; done
    for weight in 500 700; do face "Alegreya" alegreya "$weight" normal || return 1; done
    face "Alegreya" alegreya 500 italic
}

: >"$draft/fonts.css"
rm -f "$vendor"/*.woff2
if fetch && ! all_faces; then
    echo "the typefaces' packages are not as expected: pages use their fallbacks"
    : >"$draft/fonts.css"
fi
cp "$draft/fonts.css" "$vendor/fonts.css"
