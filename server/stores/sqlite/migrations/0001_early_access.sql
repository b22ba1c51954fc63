-- The tables have the names and the meaning of the tables in supabase/migrations. Times are ISO 8601 text, UTC. The
-- checks also judge files from elsewhere: `quick_check` finds a row that breaks a check.

create table signups (
  email text primary key check (
    length(email) between 6 and 254 and email glob '?*@?*.?*' and email not glob '*@*@*'
    and email not glob '*[^-a-z0-9.!#$%&''*+/=?^_`{|}~@]*'
  ),
  source text not null check (source in ('nav', 'hero', 'cta', 'modal', 'import')),
  bot_check text not null check (bot_check in ('passed', 'skipped', 'unavailable')),
  user_agent text not null default '' check (length(user_agent) <= 512),
  -- Null: the form had no clock, because the browser ran no JavaScript.
  form_fill_time_ms real check (form_fill_time_ms >= 0),
  created_at text not null check (created_at is strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  last_seen_at text not null check (last_seen_at is strftime('%Y-%m-%dT%H:%M:%fZ', last_seen_at)),
  times integer not null default 1,
  -- The limit by address: how often the address signed up on the last day on which it did.
  seen_on text not null check (seen_on is date(seen_on)),
  times_that_day integer not null default 1,
  -- Where the prospect came from: the source and the campaign of a link, or the host name of a referrer.
  campaign text check (length(campaign) <= 64 and campaign not glob '*[^a-z0-9._/-]*'),
  -- The version of the notice that the prospect read. Null: it is unknown.
  notice text,
  -- Set when the prospect pressed "Confirm" behind the link of a mail.
  confirmed_at text check (confirmed_at is strftime('%Y-%m-%dT%H:%M:%fZ', confirmed_at)),
  -- The wave in which the prospect was invited, and when. `signups invite` writes both.
  wave text check (length(wave) <= 64),
  invited_at text check (invited_at is strftime('%Y-%m-%dT%H:%M:%fZ', invited_at))
) strict, without rowid;
create index signups_created_at on signups (created_at);
create index signups_wave on signups (wave) where wave is not null;

-- The words under the form, each text once.
create table notices (
  version text primary key check (length(version) = 12),
  text text not null,
  first_shown_at text not null check (first_shown_at is strftime('%Y-%m-%dT%H:%M:%fZ', first_shown_at))
) strict;

-- The links in mails. token_hash is the SHA-256 of a token, hexadecimal. A link works until its entry is removed.
create table links (
  token_hash text primary key,
  email text not null references signups (email) on delete cascade,
  kind text not null check (kind in ('confirm', 'entry', 'reminder')),
  created_at text not null check (created_at is strftime('%Y-%m-%dT%H:%M:%fZ', created_at))
) strict, without rowid;
create index links_email on links (email);

-- The keys of address_hash, which is the SHA-256 of key, ':' and address, hexadecimal. Writes use the oldest key, and
-- look-ups try every key. A copy of the database carries the keys.
create table address_keys (
  key text primary key,
  created_at text not null check (created_at is strftime('%Y-%m-%dT%H:%M:%fZ', created_at))
) strict, without rowid;
insert into address_keys (key, created_at)
values (lower(hex(randomblob(32))), strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));

-- Mails to prospects and events for another system. A worker sends those whose due_at has passed.
create table deliveries (
  id integer primary key autoincrement,
  kind text not null check (
    kind in ('confirm', 'entry', 'reminder', 'signup.created', 'signup.confirmed', 'signup.removed')
  ),
  -- Null: the entry was removed.
  email text,
  address_hash text not null,
  created_at text not null check (created_at is strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  -- The next try. While a worker sends the delivery: the end of the worker's lease.
  due_at text not null check (due_at is strftime('%Y-%m-%dT%H:%M:%fZ', due_at)),
  tries integer not null default 0,
  attempted_at text check (attempted_at is strftime('%Y-%m-%dT%H:%M:%fZ', attempted_at)),
  sent_at text check (sent_at is strftime('%Y-%m-%dT%H:%M:%fZ', sent_at)),
  refused_at text check (refused_at is strftime('%Y-%m-%dT%H:%M:%fZ', refused_at)),
  -- The status of the receiving server, without an address.
  refusal text
) strict;
create index deliveries_due on deliveries (due_at) where sent_at is null and refused_at is null;
create index deliveries_attempted on deliveries (attempted_at);
create index deliveries_email on deliveries (email);
create index deliveries_address on deliveries (address_hash, id);

-- The mails to an address by day (UTC). An address gets at most three mails in 30 days, whatever happens to its entry.
create table mail_counts (
  address_hash text not null,
  day text not null check (day is date(day)),
  sent integer not null,
  primary key (address_hash, day)
) strict, without rowid;
create index mail_counts_day on mail_counts (day);

-- Addresses that were erased. A row is not brought back if its created_at is earlier than erased_at.
create table erasures (
  address_hash text primary key,
  erased_at text not null check (erased_at is strftime('%Y-%m-%dT%H:%M:%fZ', erased_at))
) strict, without rowid;

-- Addresses that get no invitation: the mailing tool or its readers stopped them.
create table stops (
  address_hash text primary key,
  because text not null check (because in ('unsubscribed', 'complaint', 'bounce')),
  stopped_at text not null check (stopped_at is strftime('%Y-%m-%dT%H:%M:%fZ', stopped_at))
) strict, without rowid;

-- Events by day, as numbers only.
create table daily_counts (
  day text not null check (day is date(day)),
  name text not null,
  label text not null,
  count integer not null,
  primary key (day, name, label)
) strict, without rowid;

-- How often a visitor tried in an hour. The visitor is an HMAC whose key changes daily.
create table visitor_attempts (
  hour text not null check (hour is strftime('%Y-%m-%dT%H:%M:%fZ', hour)),
  visitor_hash text not null,
  attempts integer not null,
  primary key (hour, visitor_hash)
) strict, without rowid;

-- Sign-ups that wait for the function of Supabase. Those with refused_at wait for an operator.
create table signup_outbox (
  id integer primary key,
  email text not null,
  signup text not null,
  stored_at text not null check (stored_at is strftime('%Y-%m-%dT%H:%M:%fZ', stored_at)),
  tries integer not null default 0,
  refused_at text check (refused_at is strftime('%Y-%m-%dT%H:%M:%fZ', refused_at)),
  refused_as text
) strict;
create unique index signup_outbox_waiting on signup_outbox (email) where refused_at is null;

-- The key of the visitor hashes if none is set, and the times of the creation and of the last trial write.
create table internals (
  name text primary key,
  value text not null
) strict, without rowid;
