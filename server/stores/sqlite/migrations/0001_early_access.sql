-- The tables have the names and the meaning of those in supabase/migrations. Times are ISO 8601 text, UTC.

create table signups (
  email text primary key check (length(email) between 6 and 254),
  source text not null check (source in ('nav', 'hero', 'cta', 'modal')),
  bot_check text not null check (bot_check in ('passed', 'skipped', 'unavailable')),
  user_agent text not null default '' check (length(user_agent) <= 512),
  form_fill_time_ms real not null check (form_fill_time_ms >= 0),
  created_at text not null,
  last_seen_at text not null,
  times integer not null default 1,
  -- The limit by address: how often it was written down on the last day it was seen.
  seen_on text not null,
  times_that_day integer not null default 1
) strict, without rowid;
create index signups_created_at on signups (created_at);

create table visitor_attempts (
  visitor_hash text not null,
  hour text not null,
  attempts integer not null,
  primary key (visitor_hash, hour)
) strict, without rowid;
create index visitor_attempts_hour on visitor_attempts (hour);

-- Evidence that an address was erased: a salted hash of it and when.
create table erasures (
  salt text primary key,
  address_hash text not null,
  erased_at text not null
) strict, without rowid;

-- How often something happened on a day; nothing of who did it.
create table daily_counts (
  day text not null,
  name text not null,
  label text not null,
  count integer not null,
  primary key (day, name, label)
) strict, without rowid;

-- Sign-ups that wait for Supabase; those with refused_at are set aside for a person to look at.
create table outbox (
  id integer primary key,
  email text not null,
  signup text not null,
  kept_at text not null,
  tries integer not null default 0,
  refused_at text,
  refused_as text
) strict;
create unique index outbox_waiting on outbox (email) where refused_at is null;

-- The key of visitor hashes where none is set, and the time of the last trial write.
create table internals (
  name text primary key,
  value text not null
) strict, without rowid;
