-- Where the prospect came from: the source and the campaign of a link, or the host name of a referrer.
alter table deckwright.signups add column if not exists campaign text
  check (char_length(campaign) <= 64 and campaign ~ '^[a-z0-9._-]+(/[a-z0-9._-]+)?$');
