-- A prospect who mistyped the address signs up again with the receipt of the first sign-up, which then goes.

-- The id of the attempt that made the row; null once the address was signed up again. A receipt names it.
alter table deckwright.signups add column attempt text check (char_length(attempt) <= 40);

-- Removes the entry that one attempt made, with evidence, unless somebody has signed up with the address since or has
-- confirmed the entry. Mails that were attempted stay, because the limits count them. Skips a row that another
-- transaction has locked: that transaction signs the address up again, and waiting for it could be a deadlock.
create function deckwright.remove_replaced(address text, made_by text) returns void
language plpgsql
set search_path = ''
as $$
declare
  new_salt constant text := gen_random_uuid()::text;
begin
  perform 1 from deckwright.signups
  where email = address and attempt = made_by and confirmed_at is null
  for update skip locked;
  if not found then
    return;
  end if;
  delete from deckwright.signups where email = address;
  delete from deckwright.mails where email = address and attempted_at is null;
  insert into deckwright.erasures (salt, address_hash)
  values (new_salt, encode(sha256(convert_to(new_salt || address, 'UTF8')), 'hex'));
end;
$$;

revoke all on function deckwright.remove_replaced(text, text) from public;

-- Counts an attempt (visitor_hash, visitor_limit), saves a sign-up, or does both at once; null leaves a part out.
-- signup: the columns of the row that the caller knows, limit_per_address_day, asks_confirmation: whether a mail asks the
-- address to confirm, and replaces: {"email", "attempt"} of the sign-up that this one replaces, or null.
-- Returns {"retryAfter": seconds or null, "saved": boolean, "attempts": number or null}. Over the visitor's limit
-- nothing is saved. Exact under concurrency: each count is one insert-or-update that locks its row.
create or replace function public.secure_signup_save(
  visitor_hash text,
  visitor_limit integer,
  signup jsonb
) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  this_hour constant timestamptz := date_bin('1 hour', now(), 'epoch');
  today constant date := (now() at time zone 'utc')::date;
  attempts_so_far integer;
  given jsonb;
  address_limit integer;
begin
  if secure_signup_save.visitor_hash is not null then
    insert into deckwright.visitor_attempts as counted (visitor_hash, hour, attempts)
    values (secure_signup_save.visitor_hash, this_hour, 1)
    on conflict on constraint visitor_attempts_pkey
    do update set attempts = counted.attempts + 1
    returning counted.attempts into attempts_so_far;

    if attempts_so_far = 1 then
      delete from deckwright.visitor_attempts where hour < now() - interval '48 hours';
    end if;

    if attempts_so_far > visitor_limit then
      return jsonb_build_object(
        'retryAfter', ceil(extract(epoch from this_hour + interval '1 hour' - now()))::integer,
        'saved', false,
        'attempts', attempts_so_far
      );
    end if;
  end if;

  if signup is not null then
    -- Servers and functions of the second edition send the first four names. They run beside newer ones.
    given := jsonb_build_object(
      'bot_check', signup -> 'botCheck',
      'user_agent', coalesce(signup -> 'userAgent', to_jsonb(''::text)),
      'form_fill_time_ms', signup -> 'formFillTimeMs',
      'limit_per_address_day', signup -> 'limitPerAddressDay'
    ) || signup || jsonb_build_object(
      'created_at', now(), 'last_seen_at', now(), 'times', 1, 'seen_on', today, 'times_that_day', 1
    );
    address_limit := (given ->> 'limit_per_address_day')::integer;

    -- With a limit of 0 the next statement changes nothing about a known address.
    if address_limit = 0 then
      update deckwright.signups set attempt = null
      where email = given ->> 'email' and attempt is not null;
    end if;

    insert into deckwright.signups as known
    select new_row.* from jsonb_populate_record(null::deckwright.signups, given) as new_row
    -- last_seen_at changes past the limit too: without a write, the answer would come sooner than for a new address.
    on conflict (email) do update set
      last_seen_at = now(),
      times = known.times
        + (known.seen_on <> today or known.times_that_day < address_limit)::integer,
      times_that_day = case when known.seen_on = today
        then known.times_that_day + (known.times_that_day < address_limit)::integer
        else 1 end,
      seen_on = today,
      attempt = null
    -- A limit of 0 is a sign-up from an outbox, which changes nothing about a known address.
    where address_limit > 0;

    if (given ->> 'asks_confirmation')::boolean then
      perform deckwright.request_confirmation(given ->> 'email');
    end if;

    if given #>> '{replaces,attempt}' is not null then
      perform deckwright.remove_replaced(
        given #>> '{replaces,email}', given #>> '{replaces,attempt}'
      );
    end if;
  end if;

  return jsonb_build_object(
    'retryAfter', null, 'saved', signup is not null, 'attempts', attempts_so_far
  );
end;
$$;
