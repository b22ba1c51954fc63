-- Strangers choose the campaign of a sign-up. At most 200 different ones are stored in a day (UTC); the others become
-- "other". daily_counts has the number of sign-ups of each campaign, under the name "campaign".

alter table deckwright.daily_counts drop constraint if exists daily_counts_label_check;
alter table deckwright.daily_counts add constraint daily_counts_label_check
  check (char_length(label) <= 64);

create or replace function deckwright.limit_campaigns() returns trigger
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
create or replace trigger limit_campaigns before insert on deckwright.signups
for each row when (new.campaign is not null and new.created_at = now())
execute function deckwright.limit_campaigns();

revoke all on function deckwright.limit_campaigns() from public;
