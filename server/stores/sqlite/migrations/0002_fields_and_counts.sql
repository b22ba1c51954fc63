-- Null: the form had no clock, because the browser ran no JavaScript.
alter table signups alter column form_fill_time_ms drop not null;

-- The outbox stores the fields under their names on the wire.
update outbox
set signup = json_remove(
  json_set(signup, '$.formFillTime', json_extract(signup, '$.formFillTimeMs')), '$.formFillTimeMs'
)
where json_type(signup, '$.formFillTimeMs') is not null;
