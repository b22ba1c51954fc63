-- An operator's trial of the whole path, and how often something happened on a day.
-- Functions of their own: an older server that replays the first migration changes nothing here.

create table if not exists deckwright.daily_counts (
  day date not null,
  name text not null check (char_length(name) <= 40),
  label text not null default '' check (char_length(label) <= 40),
  count bigint not null,
  primary key (day, name, label)
);

alter table deckwright.daily_counts enable row level security;

-- Writes the row of a trial and deletes it again, in one transaction: it is never counted, and never stays.
create or replace function public.secure_signup_canary() returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into deckwright.signups (email, source, bot_check, form_fill_time_ms)
  values ('canary@deckwright.invalid', 'modal', 'skipped', 2000)
  on conflict (email) do nothing;
  delete from deckwright.signups where email = 'canary@deckwright.invalid';
  return jsonb_build_object('retryAfter', null, 'saved', true);
end;
$$;

-- Adds to today's counts (UTC). counts: a list of {"name", "label", "count"}.
create or replace function public.secure_signup_count(counts jsonb) returns void
language sql
security definer
set search_path = ''
as $$
  insert into deckwright.daily_counts as known (day, name, label, count)
  select (now() at time zone 'utc')::date, added.name, added.label, sum(added.count)
  from jsonb_to_recordset(counts) as added (name text, label text, count bigint)
  group by added.name, added.label
  on conflict (day, name, label) do update set count = known.count + excluded.count;
$$;

revoke all on deckwright.daily_counts from public;
revoke execute on function public.secure_signup_canary() from public;
revoke execute on function public.secure_signup_count(jsonb) from public;

do $$
declare
  role_name text;
begin
  foreach role_name in array array['anon', 'authenticated'] loop
    if exists (select from pg_roles where rolname = role_name) then
      execute format('revoke all on deckwright.daily_counts from %I', role_name);
      execute format('revoke execute on function public.secure_signup_canary() from %I', role_name);
      execute format('revoke execute on function public.secure_signup_count(jsonb) from %I', role_name);
    end if;
  end loop;
  if exists (select from pg_roles where rolname = 'service_role') then
    grant execute on function public.secure_signup_canary() to service_role;
    grant execute on function public.secure_signup_count(jsonb) to service_role;
  end if;
end;
$$;
