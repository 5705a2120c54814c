-- From when on every change of a value is in the history: since syncs and webhooks note what they find changed, and
-- after what was removed for its age.
create table history_extent (
  is_only boolean primary key default true check (is_only),
  complete_since timestamptz not null
);

insert into history_extent (complete_since)
select coalesce((select applied_at from schema_migrations where version = 55), now());
