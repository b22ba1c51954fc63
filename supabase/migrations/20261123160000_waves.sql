-- The wave in which a prospect was invited, and when. `signups invite` writes both.
alter table deckwright.signups add column wave text check (char_length(wave) <= 64);
alter table deckwright.signups add column invited_at timestamptz;
create index signups_wave on deckwright.signups (wave) where wave is not null;
