-- The wave in which a prospect was invited, and when. `signups invite` writes both.
alter table signups add column wave text;
alter table signups add column invited_at text;
create index signups_wave on signups (wave) where wave is not null;
