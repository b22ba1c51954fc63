-- The sign-up arrives as one row, by the names of the columns: a new column needs no new function.

-- Null: the form had no clock, because the browser ran no JavaScript.
alter table deckwright.signups alter column form_fill_time_ms drop not null;

-- Counts an attempt (visitor_hash, visitor_limit), saves a sign-up, or does both at once; null leaves a part out.
-- signup: the columns of the row that the caller knows, limit_per_address_day, and asks_confirmation: whether a mail
-- asks the address to confirm.
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
    -- Servers and functions of the second edition send the first four names. They run beside newer ones.
    given := jsonb_build_object(
      'bot_check', signup -> 'botCheck',
      'user_agent', coalesce(signup -> 'userAgent', to_jsonb(''::text)),
      'form_fill_time_ms', signup -> 'formFillTimeMs',
      'limit_per_address_day', signup -> 'limitPerAddressDay'
    ) || signup || jsonb_build_object(
      'created_at', now(), 'last_seen_at', now(), 'times', 1, 'seen_on', today, 'times_that_day', 1
    );
    address_limit := (given ->> 'limit_per_address_day')::integer;

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
      seen_on = today
    -- A limit of 0 is a sign-up from an outbox, which changes nothing about a known address.
    where address_limit > 0;

    if (given ->> 'asks_confirmation')::boolean then
      perform deckwright.request_confirmation(given ->> 'email');
    end if;
  end if;

  return jsonb_build_object(
    'retryAfter', null, 'saved', signup is not null, 'attempts', attempts_so_far
  );
end;
$$;

-- The batches that were added in the last two days, so that a batch that is sent again is not added again.
create table if not exists deckwright.count_batches (
  id uuid primary key,
  added_at timestamptz not null default now()
);
alter table deckwright.count_batches enable row level security;

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
      return;
    end if;
    delete from deckwright.count_batches where added_at < now() - interval '2 days';
  end if;

  insert into deckwright.daily_counts as known (day, name, label, count)
  select coalesce(added.day, (now() at time zone 'utc')::date), added.name, added.label,
    sum(added.count)
  from jsonb_to_recordset(list) as added (day date, name text, label text, count bigint)
  group by 1, 2, 3
  order by 1, 2, 3
  on conflict (day, name, label) do update set count = known.count + excluded.count;
end;
$$;

revoke all on deckwright.count_batches from public;

do $$
declare
  role_name text;
begin
  foreach role_name in array array['anon', 'authenticated'] loop
    if exists (select from pg_roles where rolname = role_name) then
      execute format('revoke all on deckwright.count_batches from %I', role_name);
    end if;
  end loop;
end;
$$;
