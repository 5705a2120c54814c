-- False: the value from before a change was seen some time before it, so that another may have come in between.
alter table change_history add column old_value_known boolean not null default true;

-- Rows of a new kind: what was found changed at the source itself.
alter table change_history drop constraint change_history_origin_check;
-- Contract: every row that the version before writes still keeps to it.
alter table change_history add constraint change_history_origin_check
  check (origin in ('bulk_update', 'csv_import', 'undo', 'outside'));

create or replace function count_added_history() returns trigger language plpgsql as $$
begin
  insert into change_history_counts as counts (quarter, backend, edits)
  select date_bin('15 minutes', changed_at, '2000-01-01T00:00Z') as quarter, pg_backend_pid(), count(*)
  from added where origin <> 'outside' group by quarter order by quarter
  on conflict (quarter, backend) do update set edits = counts.edits + excluded.edits;
  return null;
end $$;

-- Variants, and products for their own attributes, to which a request was sent that was not answered. The source may
-- still be working on it, so they are looked at once more when that must be over.
create table late_write_checks (
  -- The variant's id, or the product's.
  target_id uuid primary key,
  store_id uuid not null references stores on delete cascade,
  product_id uuid not null references products on delete cascade,
  variant_id uuid,
  -- What the source was read to hold after the answer was lost, by attribute.
  known jsonb not null,
  looked_at timestamptz not null,
  -- The bulk operation that was not found then, and may have begun since.
  bulk_start jsonb,
  -- A worker that looks moves this on for as long as its death would keep the check waiting.
  due_at timestamptz not null,
  attempt integer not null default 0
);

create index late_write_checks_due_idx on late_write_checks (due_at);
create index late_write_checks_store_idx on late_write_checks (store_id);
create index late_write_checks_product_idx on late_write_checks (product_id);
