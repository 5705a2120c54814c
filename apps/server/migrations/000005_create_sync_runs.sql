-- One sync of one store, from its request to its end. The job queue carries only the id.
create table sync_runs (
  id uuid primary key,
  store_id uuid not null references stores on delete cascade,
  method text not null check (method in ('graphql', 'rest', 'mssql')),
  trigger text not null check (trigger in ('manual', 'sync_all', 'schedule')),
  -- No reference: the log stays readable when the account is gone.
  requested_by uuid,
  status text not null default 'in_progress' check (status in ('in_progress', 'completed', 'failed')),
  stage text not null default 'queued'
    check (stage in ('queued', 'counting', 'exporting', 'reading', 'removing', 'verifying')),
  -- Until about when the run waits for the source, or before it is tried again.
  waiting_until timestamptz,
  message text,
  error_message text,
  error_kind text,

  -- What the source answered when it was asked for its size before the start.
  counted_products integer not null,
  counted_variants integer,
  counted_exactly boolean not null,

  -- Where to go on; opaque to all but the connector. Written in the transaction that wrote the rows before it.
  checkpoint jsonb,
  batches integer not null default 0,
  pages integer not null default 0,
  processed_products integer not null default 0,
  total_products integer not null,
  created_count integer not null default 0,
  updated_count integer not null default 0,
  unchanged_count integer not null default 0,
  removed_count integer not null default 0,
  held_back_count integer not null default 0,

  -- The proof at the end: what the source says it has, what is stored, and what is missing.
  source_products integer,
  source_variants integer,
  stored_products integer,
  stored_variants integer,
  gaps jsonb not null default '[]',
  notices jsonb not null default '[]',

  -- The worker that holds the run. A writer with another lease changes nothing.
  lease_id uuid,
  heartbeat_at timestamptz,
  -- Times the run was taken up or tried again since it last moved on.
  attempt integer not null default 0,
  enqueued_at timestamptz not null,
  stop_requested_at timestamptz,

  created_at timestamptz not null,
  started_at timestamptz,
  completed_at timestamptz
);

create unique index sync_runs_one_at_a_time on sync_runs (store_id) where status = 'in_progress';
create index sync_runs_log_idx on sync_runs (store_id, created_at desc);

-- What a store shows: its latest run since the last reset, and whether it may start another.
create table store_sync_states (
  store_id uuid primary key references stores on delete cascade,
  run_id uuid references sync_runs on delete set null,
  force_stopped boolean not null default false,
  updated_at timestamptz not null
);

-- The products that a run has seen, a row for each batch written, until the run has ended.
create table sync_seen_batches (
  run_id uuid not null references sync_runs on delete cascade,
  batch integer not null,
  source_ids text[] collate "C" not null,
  primary key (run_id, batch)
);

-- Products that vanished from the source in suspicious number: kept until a person decides.
create table sync_held_back_removals (
  product_id uuid primary key references products on delete cascade,
  store_id uuid not null references stores on delete cascade,
  run_id uuid references sync_runs on delete set null,
  held_back_at timestamptz not null
);

create index sync_held_back_removals_store_idx on sync_held_back_removals (store_id);
