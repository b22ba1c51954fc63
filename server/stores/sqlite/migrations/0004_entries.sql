-- Set when the prospect pressed "Confirm" behind the link of a mail.
alter table signups add column confirmed_at text;

-- Mails to prospects. A worker sends those whose due_at has passed.
create table mails (
  id integer primary key,
  kind text not null check (kind in ('confirm', 'change')),
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
