-- The sign-ups and everything about them. This file serves hosted Supabase and plain PostgreSQL (15 or later).
-- No API exposes the schema `deckwright`. Servers and the function call the functions at the end of this file.

create schema if not exists deckwright;

-- 1. Tables

create table deckwright.signups (
  email text primary key check (
    char_length(email) between 6 and 254 and email ~ '^[-a-z0-9.!#$%&''*+/=?^_`{|}~]+@[-a-z0-9]+([.][-a-z0-9]+)+$'
  ),
  source text not null check (source in ('nav', 'hero', 'cta', 'modal', 'import')),
  bot_check text not null check (bot_check in ('passed', 'skipped', 'unavailable')),
  user_agent text not null default '' check (char_length(user_agent) <= 512),
  -- Null: the form had no clock, because the browser ran no JavaScript.
  form_fill_time_ms double precision check (form_fill_time_ms >= 0),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  times integer not null default 1,
  -- The limit by address: how often the address signed up on the last day (UTC) on which it did.
  seen_on date not null default (now() at time zone 'utc')::date,
  times_that_day integer not null default 1,
  -- Where the prospect came from: the source and the campaign of a link, or the host name of a referrer.
  campaign text check (char_length(campaign) <= 64 and campaign ~ '^[a-z0-9._-]+(/[a-z0-9._-]+)?$'),
  -- The version of the notice that the prospect read. Null: it is unknown.
  notice text,
  -- Set when the prospect pressed "Confirm" behind the link of a mail.
  confirmed_at timestamptz,
  -- The wave in which the prospect was invited, and when. `signups invite` writes both.
  wave text check (char_length(wave) <= 64),
  invited_at timestamptz
);
create index signups_created_at on deckwright.signups (created_at);
create index signups_wave on deckwright.signups (wave) where wave is not null;

-- The words under the form, each text once.
create table deckwright.notices (
  version text primary key,
  text text not null check (char_length(text) between 1 and 2000),
  first_shown_at timestamptz not null default now(),
  check (version = left(encode(sha256(convert_to(text, 'UTF8')), 'hex'), 12))
);

-- The links in mails. token_hash is the SHA-256 of a token, hexadecimal. A link works until its entry is removed.
create table deckwright.links (
  token_hash text primary key,
  email text not null references deckwright.signups (email) on delete cascade,
  kind text not null check (kind in ('confirm', 'entry', 'reminder')),
  created_at timestamptz not null default now()
);
create index links_email on deckwright.links (email);

-- The keys of address_hash, which is the SHA-256 of key, ':' and address, hexadecimal. Writes use the oldest key, and
-- look-ups try every key. A copy of the database carries the keys.
create table deckwright.address_keys (
  key text primary key,
  created_at timestamptz not null default now()
);
-- gen_random_uuid has the randomness of the operating system, and PostgreSQL has it without an extension.
insert into deckwright.address_keys (key)
values (replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));

-- Mails to prospects and events for another system. A worker sends those whose due_at has passed.
create table deckwright.deliveries (
  id bigint generated always as identity primary key,
  kind text not null check (
    kind in ('confirm', 'entry', 'reminder', 'signup.created', 'signup.confirmed', 'signup.removed')
  ),
  -- Null: the entry was removed.
  email text,
  address_hash text not null,
  created_at timestamptz not null default now(),
  -- The next try. While a worker sends the delivery: the end of the worker's lease.
  due_at timestamptz not null default now(),
  tries integer not null default 0,
  attempted_at timestamptz,
  sent_at timestamptz,
  refused_at timestamptz,
  -- The status of the receiving server, without an address.
  refusal text
);
create index deliveries_due on deckwright.deliveries (due_at) where sent_at is null and refused_at is null;
create index deliveries_attempted on deckwright.deliveries (attempted_at);
create index deliveries_email on deckwright.deliveries (email);
create index deliveries_address on deckwright.deliveries (address_hash, id);

-- The mails to an address by day (UTC). An address gets at most three mails in 30 days, whatever happens to its entry.
create table deckwright.mail_counts (
  address_hash text not null,
  day date not null,
  sent integer not null,
  primary key (address_hash, day)
);
create index mail_counts_day on deckwright.mail_counts (day);

-- Addresses that were erased. A row is not brought back if its created_at is earlier than erased_at.
create table deckwright.erasures (
  address_hash text primary key,
  erased_at timestamptz not null
);

-- Addresses that get no invitation: the mailing tool or its readers stopped them.
create table deckwright.stops (
  address_hash text primary key,
  because text not null check (because in ('unsubscribed', 'complaint', 'bounce')),
  stopped_at timestamptz not null default now()
);

-- Events by day, as numbers only.
create table deckwright.daily_counts (
  day date not null,
  name text not null check (char_length(name) <= 40),
  label text not null default '' check (char_length(label) <= 64),
  count bigint not null,
  primary key (day, name, label)
);

-- How often a visitor tried in an hour. The visitor is an HMAC whose key changes daily.
create table deckwright.visitor_attempts (
  hour timestamptz not null,
  visitor_hash text not null,
  attempts integer not null,
  primary key (hour, visitor_hash)
);

-- Rows to lock. `new_campaign`: one transaction at a time adds a new campaign to the counts of a day. `mail_rate`: one
-- worker at a time takes a mail.
create table deckwright.internals (
  name text primary key,
  value text not null
);
insert into deckwright.internals (name, value) values ('new_campaign', ''), ('mail_rate', '');

-- 2. Addresses, mails and events

-- Returns the hash of an address under the oldest key.
create function deckwright.address_hash(address text) returns text
language sql
stable
set search_path = ''
as $$
  select encode(sha256(convert_to(key || ':' || address, 'UTF8')), 'hex')
  from deckwright.address_keys
  order by created_at, key
  limit 1;
$$;

-- Returns the hashes of an address under every key.
create function deckwright.address_hashes(address text) returns setof text
language sql
stable
set search_path = ''
as $$
  select encode(sha256(convert_to(key || ':' || address, 'UTF8')), 'hex') from deckwright.address_keys;
$$;

-- Returns a time as ISO 8601 text, UTC, whatever the session's DateStyle is.
create function deckwright.iso(moment timestamptz) returns text
language sql
stable
set search_path = ''
as $$
  select to_char(moment at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
$$;

-- Queues a mail to the address of an entry. Queues none while an earlier mail to the address waits, when the address has
-- got three mails in 30 days, or when mails to it bounced or led to a complaint. Returns whether it did. Locks the entry,
-- so that parallel calls for one address run one by one.
create function deckwright.queue_mail(address text, mail_kind text) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  today constant date := (now() at time zone 'utc')::date;
begin
  perform 1 from deckwright.signups where email = address for update;
  if not found then
    return false;
  end if;
  if (
    select coalesce(sum(sent), 0) from deckwright.mail_counts
    where address_hash in (select deckwright.address_hashes(address)) and day >= today - 30
  ) >= 3 or exists (
    select from deckwright.stops
    where address_hash in (select deckwright.address_hashes(address)) and because <> 'unsubscribed'
  ) or exists (
    select from deckwright.deliveries
    where email = address and kind in ('confirm', 'entry', 'reminder')
      and sent_at is null and refused_at is null
  ) then
    return false;
  end if;
  insert into deckwright.mail_counts as counted (address_hash, day, sent)
  values (deckwright.address_hash(address), today, 1)
  on conflict on constraint mail_counts_pkey do update set sent = counted.sent + 1;
  insert into deckwright.deliveries (kind, email, address_hash)
  values (mail_kind, address, deckwright.address_hash(address));
  return true;
end;
$$;

-- Queues an event about an entry. The event of a removal does not hold the address.
create function deckwright.queue_event(event_kind text, address text) returns void
language sql
set search_path = ''
as $$
  insert into deckwright.deliveries (kind, email, address_hash)
  values (
    event_kind,
    case when event_kind <> 'signup.removed' then address end,
    deckwright.address_hash(address)
  );
$$;

-- Removes the entry of an address with its links and deliveries, and records the erasure, also when there was nothing: a
-- backup may have the address. Returns {"key", "addressHash", "erasedAt", "rows": the number of removed rows}; null without
-- an address. The erasure is later than the removed rows, also when the clock was set back since.
create function deckwright.erase_entry(address text, queues_events boolean) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  newest timestamptz;
  newest_delivery timestamptz;
  removed integer;
  removed_deliveries integer;
  erasure jsonb;
begin
  if address is null then
    return null;
  end if;
  -- The sign-up first: a new sign-up of the person waits for the lock of this row.
  delete from deckwright.signups where email = address returning created_at into newest;
  get diagnostics removed = row_count;
  -- An event on its way stays without the address, so that the event of the removal waits for its end.
  update deckwright.deliveries set email = null
  where email = address and kind like 'signup.%' and sent_at is null and refused_at is null
    and tries > 0 and due_at > now();
  with gone as (
    delete from deckwright.deliveries where email = address returning created_at
  )
  select count(*), max(created_at) into removed_deliveries, newest_delivery from gone;
  removed := removed + removed_deliveries;
  insert into deckwright.erasures as known (address_hash, erased_at)
  values (
    deckwright.address_hash(address),
    greatest(now(), greatest(newest, newest_delivery) + interval '1 millisecond')
  )
  on conflict on constraint erasures_pkey
  do update set erased_at = greatest(known.erased_at, excluded.erased_at)
  returning jsonb_build_object(
    'key', (select key from deckwright.address_keys order by created_at, key limit 1),
    'addressHash', known.address_hash,
    'erasedAt', deckwright.iso(known.erased_at),
    'rows', removed
  ) into erasure;
  if queues_events and removed > 0 then
    perform deckwright.queue_event('signup.removed', address);
  end if;
  return erasure;
end;
$$;

-- Makes the commit of this transaction wait for the disk, also where the role or the database has synchronous_commit off.
-- Every other value waits already.
create function deckwright.commit_durably() returns void
language sql
set search_path = ''
as $$
  select set_config('synchronous_commit', 'on', true) where current_setting('synchronous_commit') = 'off';
$$;

-- 3. A prospect's own entry

-- Shows, confirms or removes the entry of a link. request: {"action": "read", "confirm" or "remove", "token_hash",
-- "queues_events"}. Returns the entry, {"row": its columns, "noticeText"}, or after a removal what erase_entry returns.
-- Returns null for a link that does not exist or whose entry was removed.
create function public.secure_signup_entry(request jsonb) returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '4s'
as $$
declare
  address text;
begin
  perform deckwright.commit_durably();
  select email into address from deckwright.links where token_hash = request ->> 'token_hash';
  if request ->> 'action' = 'remove' then
    return deckwright.erase_entry(address, (request ->> 'queues_events')::boolean);
  end if;
  if request ->> 'action' = 'confirm' then
    update deckwright.signups set confirmed_at = now()
    where email = address and confirmed_at is null;
    if found and (request ->> 'queues_events')::boolean then
      perform deckwright.queue_event('signup.confirmed', address);
    end if;
  end if;
  return (
    select jsonb_build_object(
      'row', to_jsonb(signups) || jsonb_build_object(
        'created_at', deckwright.iso(created_at),
        'last_seen_at', deckwright.iso(last_seen_at),
        'confirmed_at', deckwright.iso(confirmed_at),
        'invited_at', deckwright.iso(invited_at),
        'seen_on', to_char(seen_on, 'YYYY-MM-DD')
      ),
      'noticeText', (select notices.text from deckwright.notices where version = signups.notice)
    )
    from deckwright.signups where email = address
  );
end;
$$;

-- 4. Sign-ups

-- Counts a sign-up of a campaign, and returns the campaign to store. Strangers choose the campaign of a sign-up. At most
-- 200 different campaigns are stored in a day (UTC); the others become "other".
create function deckwright.count_campaign(given text) returns text
language plpgsql
set search_path = ''
as $$
declare
  today constant date := (now() at time zone 'utc')::date;
  stored text := given;
begin
  if not exists (
    select from deckwright.daily_counts where day = today and name = 'campaign' and label = given
  ) then
    perform 1 from deckwright.internals where name = 'new_campaign' for update;
    if (
      select count(*) from deckwright.daily_counts
      where day = today and name = 'campaign' and label not in (given, 'other')
    ) >= 200 then
      stored := 'other';
    end if;
  end if;
  insert into deckwright.daily_counts as known (day, name, label, count)
  values (today, 'campaign', stored, 1)
  on conflict on constraint daily_counts_pkey do update set count = known.count + 1;
  return stored;
end;
$$;

-- Saves a sign-up. given: the columns of the row that the caller knows, and what secure_signup_save says. Does not save a
-- sign-up whose address was erased while the sign-up waited in an outbox.
create function deckwright.save_signup(given jsonb) returns void
language plpgsql
set search_path = ''
as $$
declare
  waited constant interval := make_interval(secs => (given ->> 'waited_ms')::double precision / 1000);
  -- When the prospect sent the sign-up.
  moment constant timestamptz := least(now(), now() - waited);
  today constant date := (moment at time zone 'utc')::date;
  address constant text := given ->> 'email';
  address_limit constant integer := (given ->> 'limit_per_address_day')::integer;
  last_erasure timestamptz;
  new_row deckwright.signups;
  is_new boolean;
  is_confirmed boolean;
  counted_campaign text;
begin
  new_row := jsonb_populate_record(
    null::deckwright.signups,
    given || jsonb_build_object(
      'created_at', moment, 'last_seen_at', moment, 'times', 1, 'seen_on', today, 'times_that_day', 1
    )
  );
  -- The row must not name a notice that no site has shown.
  if not exists (select from deckwright.notices where version = new_row.notice) then
    new_row.notice := null;
  end if;

  insert into deckwright.signups as known values (new_row.*)
  -- last_seen_at changes past the limit too. Without a write, the answer would come sooner than for a new address.
  on conflict (email) do update set
    last_seen_at = moment,
    times = known.times
      + (known.seen_on <> today or known.times_that_day < address_limit)::integer,
    times_that_day = case when known.seen_on = today
      then known.times_that_day + (known.times_that_day < address_limit)::integer
      else 1 end,
    seen_on = today
  -- A sign-up from an outbox may arrive twice, so it does not count for a known address.
  where waited is null
  -- xmax is 0 in a row that this statement has made.
  returning known.xmax = 0 into is_new;

  -- The insert waits for an erasure of the address that is under way. So this function reads the erasures afterwards.
  select max(erased_at) into last_erasure from deckwright.erasures
  where address_hash in (select deckwright.address_hashes(address));
  if last_erasure > moment then
    -- The person was erased while the sign-up waited in an outbox. A later time means that the clock was set back since.
    if waited is not null and last_erasure <= clock_timestamp() then
      delete from deckwright.signups where is_new and email = address;
      return;
    end if;
    update deckwright.signups set created_at = last_erasure where is_new and email = address;
  end if;

  -- Only now, because a sign-up that is dropped does not count, and a sign-up from an outbox counts once.
  if new_row.campaign is not null and (waited is null or is_new) then
    counted_campaign := deckwright.count_campaign(new_row.campaign);
    update deckwright.signups set campaign = counted_campaign
    where is_new and email = address and campaign <> counted_campaign;
  end if;
  if (given ->> 'queues_events')::boolean and is_new then
    perform deckwright.queue_event('signup.created', address);
  end if;
  if (given ->> 'asks_confirmation')::boolean then
    select confirmed_at is not null into is_confirmed from deckwright.signups where email = address;
    perform deckwright.queue_mail(address, case when is_confirmed then 'entry' else 'confirm' end);
  end if;
  -- A new sign-up takes back that the person unsubscribed before. A complaint and a bounce stay.
  delete from deckwright.stops
  where because = 'unsubscribed' and address_hash in (select deckwright.address_hashes(address))
    and (waited is null or stopped_at < moment);
end;
$$;

-- Counts an attempt (visitor_hash, visitor_limit), saves a sign-up, or does both at once; null leaves a part out.
-- signup: the columns of the row that the caller knows, limit_per_address_day, asks_confirmation (a mail asks the address
-- to confirm), queues_events, and waited_ms (how long the sign-up waited in an outbox; it may arrive twice).
-- Returns {"retryAfter": seconds or null, "saved": boolean, "attempts": number or null}. Over the visitor's limit
-- nothing is saved. Exact under concurrency: each count is one insert-or-update that locks its row.
create function public.secure_signup_save(
  visitor_hash text,
  visitor_limit integer,
  signup jsonb
) returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '4s'
as $$
declare
  this_hour constant timestamptz := date_bin('1 hour', now(), 'epoch');
  attempts_so_far integer;
begin
  if secure_signup_save.visitor_hash is not null then
    insert into deckwright.visitor_attempts as counted (hour, visitor_hash, attempts)
    values (this_hour, secure_signup_save.visitor_hash, 1)
    on conflict on constraint visitor_attempts_pkey
    do update set attempts = counted.attempts + 1
    returning counted.attempts into attempts_so_far;

    if attempts_so_far = 1 then
      delete from deckwright.visitor_attempts where hour < now() - interval '2 hours';
    end if;

    if attempts_so_far > visitor_limit then
      return jsonb_build_object(
        'retryAfter', ceil(extract(epoch from this_hour + interval '1 hour' - now()))::integer,
        'saved', false,
        'attempts', attempts_so_far
      );
    end if;
  end if;

  if signup is not null then
    perform deckwright.save_signup(signup);
    perform deckwright.commit_durably();
  end if;

  return jsonb_build_object(
    'retryAfter', null, 'saved', signup is not null, 'attempts', attempts_so_far
  );
end;
$$;

-- Writes the row of an operator's canary and deletes it again, in one transaction.
create function public.secure_signup_canary() returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '4s'
as $$
begin
  insert into deckwright.signups (email, source, bot_check, form_fill_time_ms)
  values ('canary@deckwright.invalid', 'modal', 'skipped', 2000)
  on conflict (email) do nothing;
  delete from deckwright.signups where email = 'canary@deckwright.invalid';
  return jsonb_build_object('retryAfter', null, 'saved', true);
end;
$$;

-- 5. What servers write

-- Adds the notice that a server shows, unless the table has it.
create function public.secure_signup_notice(version text, notice text) returns void
language sql
security definer
set search_path = ''
set lock_timeout = '4s'
as $$
  insert into deckwright.notices (version, text)
  values (secure_signup_notice.version, secure_signup_notice.notice)
  on conflict do nothing;
$$;

-- Adds to the daily counts. counts: a list of {"day", "name", "label", "count"}.
create function public.secure_signup_count(counts jsonb) returns void
language sql
security definer
set search_path = ''
set lock_timeout = '4s'
as $$
  insert into deckwright.daily_counts as known (day, name, label, count)
  select added.day, added.name, added.label, sum(added.count)
  from jsonb_to_recordset(counts) as added (day date, name text, label text, count bigint)
  group by 1, 2, 3
  -- In one order, so that two servers do not wait for each other.
  order by 1, 2, 3
  on conflict (day, name, label) do update set count = known.count + excluded.count;
$$;

-- 6. Rights: only the role of the secret key may call. Supabase grants everything in public to anon and authenticated.

revoke all on schema deckwright from public;
revoke all on all tables in schema deckwright from public;
revoke all on all functions in schema deckwright from public;
revoke all on function
  public.secure_signup_save(text, integer, jsonb),
  public.secure_signup_canary(),
  public.secure_signup_entry(jsonb),
  public.secure_signup_notice(text, text),
  public.secure_signup_count(jsonb)
from public;

do $$
declare
  functions constant text := 'public.secure_signup_save(text, integer, jsonb), public.secure_signup_canary(),
    public.secure_signup_entry(jsonb), public.secure_signup_notice(text, text), public.secure_signup_count(jsonb)';
  role_name text;
  table_name text;
begin
  foreach role_name in array array['anon', 'authenticated'] loop
    if exists (select from pg_roles where rolname = role_name) then
      execute format('revoke all on schema deckwright from %I', role_name);
      execute format('revoke all on all tables in schema deckwright from %I', role_name);
      execute format('revoke all on function %s from %I', functions, role_name);
    end if;
  end loop;
  if exists (select from pg_roles where rolname = 'service_role') then
    execute format('grant execute on function %s to service_role', functions);
  end if;
  for table_name in select tablename from pg_catalog.pg_tables where schemaname = 'deckwright' loop
    execute format('alter table deckwright.%I enable row level security', table_name);
  end loop;
end;
$$;
