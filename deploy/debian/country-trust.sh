#!/bin/sh
# Runs the program on the Node.js it brings, with the settings of the service where none are given.
set -e
if [ -r /etc/default/country-trust ]; then
  while IFS='=' read -r name value; do
    case $name in
    '' | \#* | *[!A-Z0-9_]*) ;;
    *) eval "[ -n \"\${$name+set}\" ]" || export "$name=$value" ;;
    esac
  done </etc/default/country-trust
fi
exec /usr/lib/country-trust/node --disable-warning=ExperimentalWarning --max-semi-space-size=8 \
  /usr/lib/country-trust/bin/country-trust.mjs "$@"
