-- The words under the form, each text once. A sign-up names the version that the prospect read; null: it is unknown.
create table notices (
  version text primary key check (length(version) = 12),
  text text not null,
  first_shown_at text not null
) strict;
alter table signups add column notice text;
