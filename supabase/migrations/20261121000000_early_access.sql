-- Early access: the sign-ups, a visitor counter, the evidence of erasures, one function.
-- The same file serves hosted Supabase, plain PostgreSQL (15 or later) and PGlite, and may be applied again.

create schema if not exists deckwright;

create table if not exists deckwright.signups (
  email text primary key check (char_length(email) between 6 and 254 and email = lower(btrim(email))),
  source text not null check (source in ('nav', 'hero', 'cta', 'modal')),
  bot_check text not null check (bot_check in ('passed', 'skipped', 'unavailable')),
  user_agent text not null default '' check (char_length(user_agent) <= 512),
  form_fill_time_ms double precision not null check (form_fill_time_ms >= 0),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  times integer not null default 1,
  -- The limit by address: how often it was written down on the last day it was seen (UTC).
  seen_on date not null default (now() at time zone 'utc')::date,
  times_that_day integer not null default 1
);

create index if not exists signups_created_at on deckwright.signups (created_at);

-- How often a visitor tried in an hour. The visitor is an HMAC; the key of the HMAC changes daily.
create table if not exists deckwright.visitor_attempts (
  visitor_hash text not null,
  hour timestamptz not null,
  attempts integer not null,
  primary key (visitor_hash, hour)
);

create index if not exists visitor_attempts_hour on deckwright.visitor_attempts (hour);

-- Evidence that an address was erased: a salted hash of it and when, and nothing else.
create table if not exists deckwright.erasures (
  salt text primary key,
  address_hash text not null,
  erased_at timestamptz not null default now()
);

alter table deckwright.signups enable row level security;
alter table deckwright.visitor_attempts enable row level security;
alter table deckwright.erasures enable row level security;

-- Counts an attempt (visitor_hash, visitor_limit), saves a sign-up, or both at once; null leaves a part out.
-- Answers {"retryAfter": seconds or null, "saved": boolean}; over the visitor's limit nothing is saved.
-- Exact under concurrency: each count is one insert-or-update that locks its row.
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
        'saved', false
      );
    end if;
  end if;

  if signup is not null then
    insert into deckwright.signups as known (email, source, bot_check, user_agent, form_fill_time_ms)
    values (
      signup ->> 'email',
      signup ->> 'source',
      signup ->> 'botCheck',
      signup ->> 'userAgent',
      (signup ->> 'formFillTimeMs')::double precision
    )
    on conflict (email) do update set
      last_seen_at = now(),
      times = known.times + 1,
      times_that_day = case when known.seen_on = today then known.times_that_day + 1 else 1 end,
      seen_on = today
    -- A limit of 0 is a sign-up sent again: what is known already stays as it is.
    where (signup ->> 'limitPerAddressDay')::integer > 0 and (
      known.seen_on <> today
      or known.times_that_day < (signup ->> 'limitPerAddressDay')::integer
    );
  end if;

  return jsonb_build_object('retryAfter', null, 'saved', signup is not null);
end;
$$;

-- Only the function's own role may call it. Supabase grants everything in public to anon and authenticated.
revoke all on schema deckwright from public;
revoke all on all tables in schema deckwright from public;
revoke execute on function public.secure_signup_save(text, integer, jsonb) from public;

do $$
declare
  role_name text;
begin
  foreach role_name in array array['anon', 'authenticated'] loop
    if exists (select from pg_roles where rolname = role_name) then
      execute format('revoke all on schema deckwright from %I', role_name);
      execute format('revoke all on all tables in schema deckwright from %I', role_name);
      execute format(
        'revoke execute on function public.secure_signup_save(text, integer, jsonb) from %I', role_name
      );
    end if;
  end loop;
  if exists (select from pg_roles where rolname = 'service_role') then
    grant execute on function public.secure_signup_save(text, integer, jsonb) to service_role;
  end if;
end;
$$;
