-- The words under the form, each text once. A sign-up names the version that the prospect read; null: it is unknown.

create table deckwright.notices (
  version text primary key,
  text text not null check (char_length(text) between 1 and 2000),
  first_shown_at timestamptz not null default now(),
  check (version = left(encode(sha256(convert_to(text, 'UTF8')), 'hex'), 12))
);
alter table deckwright.notices enable row level security;

alter table deckwright.signups add column notice text;

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

revoke all on deckwright.notices from public;
revoke all on function deckwright.check_notice() from public;
revoke all on function public.secure_signup_notice(text, text) from public;

do $$
declare
  role_name text;
begin
  foreach role_name in array array['anon', 'authenticated'] loop
    if exists (select from pg_roles where rolname = role_name) then
      execute format('revoke all on deckwright.notices from %I', role_name);
      execute format('revoke all on function public.secure_signup_notice(text, text) from %I', role_name);
    end if;
  end loop;
  if exists (select from pg_roles where rolname = 'service_role') then
    grant execute on function public.secure_signup_notice(text, text) to service_role;
  end if;
end;
$$;
