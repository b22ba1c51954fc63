-- The columns and tables of supabase/migrations/20261123100000_third_edition.sql, which explains each.

-- Null: the form had no clock, because the browser ran no JavaScript.
alter table signups alter column form_fill_time_ms drop not null;
-- Where the prospect came from: the source and the campaign of a link, or the host name of a referrer.
alter table signups add column campaign text
  check (length(campaign) <= 64 and campaign not glob '*[^a-z0-9._/-]*');
-- The version of the notice that the prospect read; null: it is unknown.
alter table signups add column notice text;
-- The id of the attempt that made the row; null once the address was signed up again. A receipt names it.
alter table signups add column attempt text;
-- Set when the prospect pressed "Confirm" behind the link of a mail.
alter table signups add column confirmed_at text;
-- The wave in which a prospect was invited, and when. `signups invite` writes both.
alter table signups add column wave text;
alter table signups add column invited_at text;
create index signups_wave on signups (wave) where wave is not null;

-- Mails to prospects. A worker sends those whose due_at has passed.
create table mails (
  id integer primary key,
  -- withheld: a mail past a limit, which never goes out. The row makes a sign-up take the same time, an entry show the
  -- same, and a worker log and count the same, as with a mail.
  kind text not null check (kind in ('confirm', 'change', 'withheld')),
  email text not null,
  -- change: the address whose entry moves to email.
  replaces text,
  requested_at text not null,
  -- The next try. While a worker sends the mail: the end of the worker's lease.
  due_at text not null,
  tries integer not null default 0,
  attempted_at text,
  sent_at text,
  refused_at text,
  -- The status of the SMTP server, without an address.
  refusal text
) strict;
create index mails_due on mails (due_at) where sent_at is null and refused_at is null;
create index mails_attempted on mails (attempted_at);
create index mails_email on mails (email, requested_at);
create index mails_replaces on mails (replaces) where replaces is not null;

-- Mails that went out and were erased with an entry. The limits of mails by address count them for 30 days.
-- address_hash is the SHA-256 of `mail:` and the address, hexadecimal.
create table erased_mails (
  address_hash text not null,
  kind text not null,
  requested_at text not null
) strict;
create index erased_mails_address on erased_mails (address_hash);
create index erased_mails_age on erased_mails (requested_at);

-- The words under the form, each text once.
create table notices (
  version text primary key check (length(version) = 12),
  text text not null,
  first_shown_at text not null
) strict;

-- The key begins with the hour, so that the same tree serves the upsert and the deletion by hour. With a second tree, an
-- index of the hours, each sign-up wrote one more page.
create table attempts_by_hour (
  hour text not null,
  visitor_hash text not null,
  attempts integer not null,
  primary key (hour, visitor_hash)
) strict, without rowid;
insert into attempts_by_hour select hour, visitor_hash, attempts from visitor_attempts;
drop table visitor_attempts;
alter table attempts_by_hour rename to visitor_attempts;

-- Release 0.2.0 calls this count signup_kept.
update daily_counts set name = 'signup_accepted' where name = 'signup_kept';

-- The outbox stores the fields under their names on the wire.
update outbox
set signup = json_remove(
  json_set(signup, '$.formFillTime', json_extract(signup, '$.formFillTimeMs')), '$.formFillTimeMs'
)
where json_type(signup, '$.formFillTimeMs') is not null;
alter table outbox rename column kept_at to stored_at;
