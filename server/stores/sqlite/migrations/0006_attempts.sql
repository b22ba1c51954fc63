-- The id of the attempt that made the row; null once the address was signed up again. A receipt names it.
alter table signups add column attempt text;
