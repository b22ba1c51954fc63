-- Where the prospect came from: the source and the campaign of a link, or the host name of a referrer.
alter table signups add column campaign text
  check (length(campaign) <= 64 and campaign not glob '*[^a-z0-9._/-]*');
