-- A prospect's own entry: its confirmation, and the mails that lead to it.

-- Set when the prospect pressed "Confirm" behind the link of a mail.
alter table deckwright.signups add column confirmed_at timestamptz;

-- Mails to prospects. A worker sends those whose due_at has passed.
create table deckwright.mails (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('confirm', 'change')),
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
alter table deckwright.mails enable row level security;

-- Whether an address may get one more mail: at most three in 30 days, of which two ask for a confirmation.
create function deckwright.may_get_mail(address text, mail_kind text) returns boolean
language sql
stable
set search_path = ''
as $$
  select count(*) < 3 and count(*) filter (where kind = 'confirm' and mail_kind = 'confirm') < 2
  from deckwright.mails
  where email = address and requested_at > now() - interval '30 days';
$$;

-- Queues the mail that asks an address to confirm its entry, while the entry is unconfirmed. secure_signup_save calls
-- this function in the transaction that saves the sign-up.
create function deckwright.request_confirmation(address text) returns void
language sql
set search_path = ''
as $$
  insert into deckwright.mails (kind, email)
  select 'confirm', signups.email
  from deckwright.signups
  where signups.email = address and signups.confirmed_at is null
    and deckwright.may_get_mail(address, 'confirm');
$$;

-- Adds evidence that an address was erased, and removes its mails.
create function deckwright.erase_entry(address text) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  new_salt constant text := gen_random_uuid()::text;
begin
  delete from deckwright.mails where email = address or replaces = address;
  delete from deckwright.signups where email = address;
  if not found then
    return false;
  end if;
  insert into deckwright.erasures (salt, address_hash)
  values (new_salt, encode(sha256(convert_to(new_salt || address, 'UTF8')), 'hex'));
  return true;
end;
$$;

-- Gives the entry of one address to another, unless that one has an entry. The entry is dated anew when the new address
-- was erased before: a restore would take an older row for one that the erasure concerns.
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
    jsonb_populate_record(original, jsonb_build_object(
      'email', to_address,
      'created_at', case when exists (
        select from deckwright.erasures
        where address_hash = encode(sha256(convert_to(salt || to_address, 'UTF8')), 'hex')
      ) then now() else original.created_at end
    )) as moved
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
      select 'change', other, address
      where deckwright.may_get_mail(other, 'change')
        and 3 > (
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
        )
      )
      from deckwright.signups
      where signups.email = address
    )
  );
end;
$$;

revoke all on deckwright.mails from public;
revoke all on function deckwright.may_get_mail(text, text) from public;
revoke all on function deckwright.request_confirmation(text) from public;
revoke all on function deckwright.erase_entry(text) from public;
revoke all on function deckwright.move_entry(text, text) from public;
revoke all on function public.secure_signup_entry(jsonb) from public;

do $$
declare
  role_name text;
begin
  foreach role_name in array array['anon', 'authenticated'] loop
    if exists (select from pg_roles where rolname = role_name) then
      execute format('revoke all on deckwright.mails from %I', role_name);
      execute format('revoke all on function public.secure_signup_entry(jsonb) from %I', role_name);
    end if;
  end loop;
  if exists (select from pg_roles where rolname = 'service_role') then
    grant execute on function public.secure_signup_entry(jsonb) to service_role;
  end if;
end;
$$;
