-- What a Supabase project has before its first migration, as far as it decides who may do what.
do $$
begin
  create role anon nologin noinherit;
  create role authenticated nologin noinherit;
  create role service_role nologin noinherit bypassrls;
exception
  -- Another test made them: roles are the whole server's.
  when duplicate_object or unique_violation then null;
end;
$$;
grant usage on schema public to anon, authenticated, service_role;
alter default privileges for role hosted in schema public
  grant all on tables to anon, authenticated, service_role;
alter default privileges for role hosted in schema public
  grant all on functions to anon, authenticated, service_role;
alter default privileges for role hosted in schema public
  grant all on sequences to anon, authenticated, service_role;
grant all on schema public to hosted;
