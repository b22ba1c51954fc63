#!/bin/bash
# Writes a dump once a day, named by the day, after reading it back. Keeps the newest 14. Dumps have mode 0600.
set -uo pipefail
cd "${BACKUP_FOLDER:-/var/lib/postgresql/data}" || exit 1
umask 077
# A running dump ends first, and a wait ends at once.
trap 'stopped=1' TERM INT

backup() {
  local name
  name=deckwright-$(date --utc +%F).dump
  pg_dump --format=custom --file=new.dump &&
    pg_restore --list new.dump | grep -q 'TABLE DATA deckwright signups' &&
    mv new.dump "$name" &&
    ls -1 deckwright-*.dump | head --lines=-14 | xargs --no-run-if-empty rm &&
    echo "$name: $(stat --format=%s "$name") bytes"
}

stopped=
while [ -z "$stopped" ]; do
  backup || echo 'there is no new backup' >&2
  [ -n "$stopped" ] || { sleep 86400 & pause=$!; wait $pause; kill $pause 2>/dev/null; }
done
exit 0
