-- Who removes what of one kind grew old, and what came of it. Rows are added by the version that knows the kind.
create table retention_runs (
  kind text primary key,
  -- The first time a day after it came: until then an owner can choose to keep more.
  due_at timestamptz not null default now() + interval '1 day',
  started_at timestamptz,
  ended_at timestamptz,
  -- Rows removed since `started_at`.
  removed integer not null default 0,
  error text,
  lease_id uuid,
  heartbeat_at timestamptz
);

-- How large the database was at the last look of each day: what it grows by.
create table storage_samples (
  day date primary key,
  database_bytes bigint not null
);

-- The rows of the batch were removed for their age; its sums stay.
alter table edit_batches add column items_removed_at timestamptz;
create index edit_batches_aging_idx on edit_batches (completed_at)
  where completed_at is not null and items_removed_at is null;
create index scheduled_sync_runs_aging_idx on scheduled_sync_runs (started_at);
create index webhook_deliveries_aging_idx on webhook_deliveries (received_at);
