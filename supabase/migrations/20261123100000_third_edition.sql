-- Release 0.3.0: a sign-up arrives as one row, and has a campaign, a notice, a receipt, a confirmation and a wave.

-- 1. Columns of a sign-up

alter table deckwright.signups
  -- Null: the form had no clock, because the browser ran no JavaScript.
  alter column form_fill_time_ms drop not null,
  -- Where the prospect came from: the source and the campaign of a link, or the host name of a referrer.
  add column campaign text
    check (char_length(campaign) <= 64 and campaign ~ '^[a-z0-9._-]+(/[a-z0-9._-]+)?$'),
  -- The version of the notice that the prospect read; null: it is unknown.
  add column notice text,
  -- The id of the attempt that made the row; null once the address was signed up again. A receipt names it.
  add column attempt text check (char_length(attempt) <= 40),
  -- Set when the prospect pressed "Confirm" behind the link of a mail.
  add column confirmed_at timestamptz,
  -- The wave in which a prospect was invited, and when. `signups invite` writes both.
  add column wave text check (char_length(wave) <= 64),
  add column invited_at timestamptz;
create index signups_wave on deckwright.signups (wave) where wave is not null;

-- 2. Tables

-- Mails to prospects. A worker sends those whose due_at has passed.
create table deckwright.mails (
  id bigint generated always as identity primary key,
  -- withheld: a mail past a limit, which never goes out. The row makes a sign-up take the same time, an entry show the
  -- same, and a worker log and count the same, as with a mail.
  kind text not null check (kind in ('confirm', 'change', 'withheld')),
  email text not null,
  -- change: the address whose entry moves to email.
  replaces text,
  requested_at timestamptz not null default now(),
  -- The next try. While a worker sends the mail: the end of the worker's lease.
  due_at timestamptz not null default now(),
  tries integer not null default 0,
  attempted_at timestamptz,
  sent_at timestamptz,
  refused_at timestamptz,
  -- The status of the SMTP server, without an address.
  refusal text
);
create index mails_due on deckwright.mails (due_at) where sent_at is null and refused_at is null;
create index mails_attempted on deckwright.mails (attempted_at);
create index mails_email on deckwright.mails (email, requested_at);
create index mails_replaces on deckwright.mails (replaces) where replaces is not null;

-- Mails that went out and were erased with an entry. The limits of mails by address count them for 30 days.
-- address_hash is deckwright.mail_hash of the address.
create table deckwright.erased_mails (
  address_hash text not null,
  kind text not null,
  requested_at timestamptz not null
);
create index erased_mails_address on deckwright.erased_mails (address_hash);
create index erased_mails_age on deckwright.erased_mails (requested_at);

-- The words under the form, each text once.
create table deckwright.notices (
  version text primary key,
  text text not null check (char_length(text) between 1 and 2000),
  first_shown_at timestamptz not null default now(),
  check (version = left(encode(sha256(convert_to(text, 'UTF8')), 'hex'), 12))
);

-- The batches that were sent in the last two days, so that a batch that is sent again is not added again.
create table deckwright.count_batches (
  id uuid primary key,
  sent_at timestamptz not null default now()
);

-- earliest_erasure: no erasure is dated before this time. A move writes it.
create table deckwright.internals (
  name text primary key,
  value text not null
);

alter table deckwright.mails enable row level security;
alter table deckwright.erased_mails enable row level security;
alter table deckwright.notices enable row level security;
alter table deckwright.count_batches enable row level security;
alter table deckwright.internals enable row level security;

-- A campaign is a label of the daily counts.
alter table deckwright.daily_counts drop constraint daily_counts_label_check;
alter table deckwright.daily_counts add constraint daily_counts_label_check
  check (char_length(label) <= 64);
-- Release 0.2.0 calls this count signup_kept.
update deckwright.daily_counts set name = 'signup_accepted' where name = 'signup_kept';

-- 3. Erasures

-- Returns the time of an erasure: now, or later when the clock was set back. The time follows the newest removed row, and
-- every row that a move has merged into another row, because a restore or a move removes only rows that are older than
-- the erasure.
create function deckwright.date_erasure(newest_row timestamptz) returns timestamptz
language sql
stable
set search_path = ''
as $$
  -- greatest ignores a null.
  select greatest(
    now(),
    newest_row + interval '1 millisecond',
    (select value::timestamptz from deckwright.internals where name = 'earliest_erasure')
  );
$$;

-- Adds evidence that an address was erased.
create function deckwright.add_erasure(address text, newest_row timestamptz) returns void
language plpgsql
set search_path = ''
as $$
declare
  new_salt constant text := gen_random_uuid()::text;
begin
  insert into deckwright.erasures (salt, address_hash, erased_at)
  values (
    new_salt,
    encode(sha256(convert_to(new_salt || address, 'UTF8')), 'hex'),
    deckwright.date_erasure(newest_row)
  );
end;
$$;

-- Returns the SHA-256 of `mail:` and an address, hexadecimal: what stands for the address in erased_mails.
create function deckwright.mail_hash(address text) returns text
language sql
immutable
set search_path = ''
as $$
  select encode(sha256(convert_to('mail:' || address, 'UTF8')), 'hex');
$$;

-- Deletes all mails that name an address, or only the mails that wait for a delivery. A mail that may have gone out is
-- counted in erased_mails, so that an address does not get more mails when entries are removed in between. Returns when
-- the newest deleted mail was requested; null: there was none.
create function deckwright.erase_mails(address text, only_waiting boolean default false) returns timestamptz
language sql
set search_path = ''
as $$
  with erased as (
    delete from deckwright.mails
    where (email = address or replaces = address)
      and (not only_waiting or (sent_at is null and refused_at is null))
    returning email, kind, requested_at, attempted_at
  ), counted as (
    insert into deckwright.erased_mails (address_hash, kind, requested_at)
    select deckwright.mail_hash(email), kind, requested_at from erased
    where attempted_at is not null and kind <> 'withheld'
  )
  select max(requested_at) from erased;
$$;

-- Removes the entry and the mails of an address, and adds evidence. Returns whether there was an entry.
create function deckwright.erase_entry(address text) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  newest_row timestamptz := deckwright.erase_mails(address);
begin
  delete from deckwright.signups where email = address
  returning greatest(created_at, newest_row) into newest_row;
  if not found then
    return false;
  end if;
  perform deckwright.add_erasure(address, newest_row);
  return true;
end;
$$;

-- Removes the entry that one attempt made, with evidence, unless somebody has signed up with the address since or has
-- confirmed the entry. Deletes its mails that still wait. Mails that went out stay, because MAIL_PER_MINUTE counts them.
-- Skips a row that another transaction has locked: that transaction signs the address up again, and waiting for it could
-- be a deadlock.
create function deckwright.remove_replaced(address text, made_by text) returns void
language plpgsql
set search_path = ''
as $$
declare
  newest_row timestamptz;
begin
  perform 1 from deckwright.signups
  where email = address and attempt = made_by and confirmed_at is null
  for update skip locked;
  if not found then
    return;
  end if;
  delete from deckwright.signups where email = address returning created_at into newest_row;
  perform deckwright.add_erasure(
    address, greatest(newest_row, deckwright.erase_mails(address, only_waiting => true))
  );
end;
$$;

-- 4. A prospect's own entry

-- Returns whether an address may get one more mail: at most three in 30 days, of which two ask for a confirmation.
create function deckwright.may_get_mail(address text, mail_kind text) returns boolean
language sql
stable
set search_path = ''
as $$
  with counted as (
    select kind from deckwright.mails
    where email = address and kind <> 'withheld' and requested_at > now() - interval '30 days'
    union all
    select kind from deckwright.erased_mails
    where address_hash = deckwright.mail_hash(address) and requested_at > now() - interval '30 days'
  )
  select count(*) < 3 and count(*) filter (where kind = 'confirm' and mail_kind = 'confirm') < 2
  from counted;
$$;

-- Queues the mail that asks an address to confirm its entry, within the limits and while the entry is unconfirmed.
-- Otherwise adds a withheld mail. secure_signup_save calls this function in the transaction that saves the sign-up.
create function deckwright.request_confirmation(address text) returns void
language sql
set search_path = ''
as $$
  insert into deckwright.mails (kind, email)
  select case when is_due then 'confirm' else 'withheld' end, address
  from (
    select deckwright.may_get_mail(address, 'confirm') and exists (
      select from deckwright.signups where email = address and confirmed_at is null
    ) as is_due
  ) as judged;
$$;

-- Gives the entry of one address to another address, unless the other address has an entry.
create function deckwright.move_entry(from_address text, to_address text) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  perform 1 from deckwright.signups where email = from_address for update;
  if not found then
    return false;
  end if;
  insert into deckwright.signups
  select moved.*
  from deckwright.signups as original,
    jsonb_populate_record(original, jsonb_build_object('email', to_address)) as moved
  where original.email = from_address
  on conflict (email) do nothing;
  update deckwright.signups set confirmed_at = coalesce(confirmed_at, now())
  where email = to_address;
  return deckwright.erase_entry(from_address);
end;
$$;

-- Shows or changes one entry. request: {"action", "email", "other"}; action is read, confirm, move, remove or
-- request_change, other the second address of move and request_change.
-- Returns {"done": boolean, "entry": the entry of email afterwards, or null}.
create function public.secure_signup_entry(request jsonb) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  address constant text := request ->> 'email';
  other constant text := request ->> 'other';
  done boolean := true;
begin
  case request ->> 'action'
    when 'read' then
      null;
    when 'confirm' then
      update deckwright.signups set confirmed_at = coalesce(confirmed_at, now())
      where email = address;
      done := found;
    when 'move' then
      done := deckwright.move_entry(address, other);
    when 'remove' then
      done := deckwright.erase_entry(address);
    when 'request_change' then
      insert into deckwright.mails (kind, email, replaces)
      select case when is_due then 'change' else 'withheld' end, other, address
      from (select deckwright.may_get_mail(other, 'change') as is_due) as judged
      where 3 > (
        select count(*) from deckwright.mails
        where replaces = address and requested_at > now() - interval '30 days'
      );
  end case;
  return jsonb_build_object(
    'done', done,
    'entry', (
      select jsonb_build_object(
        'email', signups.email,
        'source', signups.source,
        'createdAt', to_char(signups.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'confirmedAt', to_char(signups.confirmed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'pendingEmail', (
          select mails.email from deckwright.mails
          where mails.replaces = signups.email and mails.requested_at > now() - interval '30 days'
          order by mails.id desc limit 1
        ),
        'notice', (select notices.text from deckwright.notices where notices.version = signups.notice)
      )
      from deckwright.signups
      where signups.email = address
    )
  );
end;
$$;

-- 5. Sign-ups

-- Strangers choose the campaign of a sign-up. At most 200 different ones are stored in a day (UTC); the others become
-- "other". daily_counts has the number of sign-ups of each campaign, under the name "campaign".
create function deckwright.limit_campaigns() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  today constant date := (now() at time zone 'utc')::date;
begin
  if not exists (
    select from deckwright.daily_counts
    where day = today and name = 'campaign' and label = new.campaign
  ) then
    -- One transaction at a time adds a new campaign, so that the limit is exact.
    perform pg_advisory_xact_lock(4921378);
    if (
      select count(*) from deckwright.daily_counts
      where day = today and name = 'campaign' and label not in (new.campaign, 'other')
    ) >= 200 and not exists (
      select from deckwright.daily_counts
      where day = today and name = 'campaign' and label = new.campaign
    ) then
      new.campaign := 'other';
    end if;
  end if;
  insert into deckwright.daily_counts as known (day, name, label, count)
  values (today, 'campaign', new.campaign, 1)
  on conflict (day, name, label) do update set count = known.count + 1;
  return new;
end;
$$;

-- secure_signup_save sets created_at to now(). Rows that `signups move` brings are older, and stay as they are.
create trigger limit_campaigns before insert on deckwright.signups
for each row when (new.campaign is not null and new.created_at = now())
execute function deckwright.limit_campaigns();

-- Removes a version that the table does not have, because a false record is worse than none.
create function deckwright.check_notice() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if not exists (select from deckwright.notices where version = new.notice) then
    new.notice := null;
  end if;
  return new;
end;
$$;

create trigger check_notice before insert on deckwright.signups
for each row when (new.notice is not null)
execute function deckwright.check_notice();

-- Counts an attempt (visitor_hash, visitor_limit), saves a sign-up, or does both at once; null leaves a part out.
-- signup: the columns of the row that the caller knows, limit_per_address_day, asks_confirmation (whether a mail asks
-- the address to confirm), and replaces ({"email", "attempt"} of the sign-up that this one replaces, or null).
-- Returns {"retryAfter": seconds or null, "saved": boolean, "attempts": number or null}. Over the visitor's limit
-- nothing is saved. Exact under concurrency: each count is one insert-or-update that locks its row.
create or replace function public.secure_signup_save(
  visitor_hash text,
  visitor_limit integer,
  signup jsonb
) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  this_hour constant timestamptz := date_bin('1 hour', now(), 'epoch');
  today constant date := (now() at time zone 'utc')::date;
  attempts_so_far integer;
  given jsonb;
  address_limit integer;
begin
  if secure_signup_save.visitor_hash is not null then
    insert into deckwright.visitor_attempts as counted (visitor_hash, hour, attempts)
    values (secure_signup_save.visitor_hash, this_hour, 1)
    on conflict on constraint visitor_attempts_pkey
    do update set attempts = counted.attempts + 1
    returning counted.attempts into attempts_so_far;

    if attempts_so_far = 1 then
      delete from deckwright.visitor_attempts where hour < now() - interval '48 hours';
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
    -- Servers and functions of release 0.2.0 send the first four names. They run beside newer ones.
    given := jsonb_build_object(
      'bot_check', signup -> 'botCheck',
      'user_agent', coalesce(signup -> 'userAgent', to_jsonb(''::text)),
      'form_fill_time_ms', signup -> 'formFillTimeMs',
      'limit_per_address_day', signup -> 'limitPerAddressDay'
    ) || signup || jsonb_build_object(
      'created_at', now(), 'last_seen_at', now(), 'times', 1, 'seen_on', today, 'times_that_day', 1
    );
    address_limit := (given ->> 'limit_per_address_day')::integer;

    -- With a limit of 0 the next statement changes nothing about a known address.
    if address_limit = 0 then
      update deckwright.signups set attempt = null
      where email = given ->> 'email' and attempt is not null;
    end if;

    insert into deckwright.signups as known
    select new_row.* from jsonb_populate_record(null::deckwright.signups, given) as new_row
    -- last_seen_at changes past the limit too: without a write, the answer would come sooner than for a new address.
    on conflict (email) do update set
      last_seen_at = now(),
      times = known.times
        + (known.seen_on <> today or known.times_that_day < address_limit)::integer,
      times_that_day = case when known.seen_on = today
        then known.times_that_day + (known.times_that_day < address_limit)::integer
        else 1 end,
      seen_on = today,
      attempt = null
    -- A limit of 0 is a sign-up from an outbox, which changes nothing about a known address.
    where address_limit > 0;

    if (given ->> 'asks_confirmation')::boolean then
      perform deckwright.request_confirmation(given ->> 'email');
    end if;

    if given #>> '{replaces,attempt}' is not null then
      perform deckwright.remove_replaced(
        given #>> '{replaces,email}', given #>> '{replaces,attempt}'
      );
    end if;
  end if;

  return jsonb_build_object(
    'retryAfter', null, 'saved', signup is not null, 'attempts', attempts_so_far
  );
end;
$$;

-- 6. What servers write

-- Adds the notice that a server shows, unless the table has it.
create function public.secure_signup_notice(version text, notice text) returns void
language sql
security definer
set search_path = ''
as $$
  insert into deckwright.notices (version, text)
  values (secure_signup_notice.version, secure_signup_notice.notice)
  on conflict do nothing;
$$;

-- Adds to the daily counts. counts: {"batch": uuid, "counts": [{"day", "name", "label", "count"}]}, or a list alone.
-- Without a day the count belongs to today (UTC). A batch is added once.
create or replace function public.secure_signup_count(counts jsonb) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  list constant jsonb :=
    case when jsonb_typeof(counts) = 'array' then counts else counts -> 'counts' end;
begin
  if jsonb_typeof(counts) = 'object' and counts ->> 'batch' is not null then
    insert into deckwright.count_batches (id) values ((counts ->> 'batch')::uuid)
    on conflict do nothing;
    if not found then
      -- The server sends it again and again while the answers are lost.
      update deckwright.count_batches set sent_at = now() where id = (counts ->> 'batch')::uuid;
      return;
    end if;
    delete from deckwright.count_batches where sent_at < now() - interval '2 days';
  end if;

  insert into deckwright.daily_counts as known (day, name, label, count)
  select
    coalesce(added.day, (now() at time zone 'utc')::date),
    -- Release 0.2.0 sends the older name.
    case added.name when 'signup_kept' then 'signup_accepted' else added.name end,
    added.label,
    sum(added.count)
  from jsonb_to_recordset(list) as added (day date, name text, label text, count bigint)
  group by 1, 2, 3
  order by 1, 2, 3
  on conflict (day, name, label) do update set count = known.count + excluded.count;
end;
$$;

-- 7. Rights: Supabase grants everything in public to anon and authenticated.

revoke all on deckwright.mails, deckwright.erased_mails, deckwright.notices, deckwright.count_batches,
  deckwright.internals
from public;
revoke all on function
  deckwright.add_erasure(text, timestamptz),
  deckwright.date_erasure(timestamptz),
  deckwright.mail_hash(text),
  deckwright.erase_mails(text, boolean),
  deckwright.erase_entry(text),
  deckwright.remove_replaced(text, text),
  deckwright.may_get_mail(text, text),
  deckwright.request_confirmation(text),
  deckwright.move_entry(text, text),
  deckwright.limit_campaigns(),
  deckwright.check_notice(),
  public.secure_signup_entry(jsonb),
  public.secure_signup_notice(text, text)
from public;

do $$
declare
  role_name text;
begin
  foreach role_name in array array['anon', 'authenticated'] loop
    if exists (select from pg_roles where rolname = role_name) then
      execute format(
        'revoke all on deckwright.mails, deckwright.erased_mails, deckwright.notices,
          deckwright.count_batches, deckwright.internals from %I',
        role_name
      );
      execute format(
        'revoke all on function public.secure_signup_entry(jsonb), public.secure_signup_notice(text, text) from %I',
        role_name
      );
    end if;
  end loop;
  if exists (select from pg_roles where rolname = 'service_role') then
    grant execute on function public.secure_signup_entry(jsonb) to service_role;
    grant execute on function public.secure_signup_notice(text, text) to service_role;
  end if;
end;
$$;
