#!/bin/bash
# Run once by the PostgreSQL image, for an empty volume: the site's role owns its database and is no superuser.
set -euo pipefail
psql --set ON_ERROR_STOP=1 --username postgres --set password="$DECKWRIGHT_PASSWORD" <<'SQL'
create role deckwright login password :'password';
create database deckwright owner deckwright;
revoke connect on database deckwright from public;
SQL
