#!/usr/bin/env bash
# Builds the page into the given folder, incrementally: npm ci if the lock file changed, the build
# if a source changed. Without npm it reports that the page is left out.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
out=$1

node -e 'const [major, minor] = process.versions.node.split("."); process.exit(major * 100 + +minor < 2019 ? 1 : 0)' \
  2> /dev/null && command -v npm > /dev/null || {
  echo "web: npm with Node 20.19 or newer not found: the page is left out."
  exit 0
}
kept=node_modules/.page # outlives a clean build
lock=$(cksum < package-lock.json)
if [ "$(cat node_modules/.lock 2> /dev/null)" != "$lock" ]; then
  if ! said=$(npm ci --no-audit --no-fund --loglevel=error 2>&1); then
    printf '%s\n' "$said" >&2
    echo "web: npm could not install the dependencies: the page is left out."
    exit 0
  fi
  printf '%s\n' "$lock" > node_modules/.lock
fi

sources=$(find src public index.html package.json vite.config.ts svelte.config.js build.sh -type f |
  LC_ALL=C sort | xargs cksum | cksum)
if [ "$(cat "$kept/sources" 2> /dev/null)" != "$sources $lock" ]; then
  rm -rf "$kept"
  node_modules/.bin/vite build --logLevel warn --outDir "$kept" --emptyOutDir
  # The server sends these files as they are to clients that accept gzip.
  find "$kept" -type f \( -name '*.html' -o -name '*.js' -o -name '*.css' -o -name '*.svg' \) \
    -exec gzip -9 -n -k {} +
  printf '%s\n' "$sources $lock" > "$kept/sources"
fi
if ! diff -rq -x sources "$kept" "$out" > /dev/null 2>&1; then
  rm -rf "$out"
  mkdir -p "$out"
  cp -R "$kept"/. "$out"
  rm "$out/sources"
fi
