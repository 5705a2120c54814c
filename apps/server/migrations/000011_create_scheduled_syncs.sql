-- When a store is synced by itself.
create table scheduled_syncs (
  id uuid primary key,
  store_id uuid not null references stores on delete cascade,
  name text not null,
  sync_method text not null check (sync_method in ('graphql', 'rest', 'mssql')),
  schedule_type text not null check (schedule_type in ('daily', 'weekly', 'monthly', 'cron')),
  schedule_config jsonb not null,
  -- IANA name.
  timezone text not null,
  is_active boolean not null,
  max_failures integer not null check (max_failures between 1 and 10),
  -- Runs that failed one after the other.
  failure_count integer not null default 0,
  last_run_status text check (last_run_status in ('in_progress', 'completed', 'failed', 'skipped')),
  last_run_at timestamptz,
  -- Null while it is switched off or has failed too often.
  next_run_at timestamptz,
  -- The time by which next_run_at was worked out: later than now, the clock was set back since.
  planned_at timestamptz not null,
  -- No reference: the schedule stays when the account is gone.
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index scheduled_syncs_due_idx on scheduled_syncs (next_run_at) where next_run_at is not null;
create index scheduled_syncs_planned_idx on scheduled_syncs (planned_at) where next_run_at is not null;
create index scheduled_syncs_store_idx on scheduled_syncs (store_id);

-- One run of a schedule: claimed when it is due, then the sync that it started, or why it started none.
create table scheduled_sync_runs (
  id uuid primary key,
  scheduled_sync_id uuid not null references scheduled_syncs on delete cascade,
  trigger text not null check (trigger in ('schedule', 'manual')),
  requested_by uuid,
  due_at timestamptz not null,
  status text not null default 'in_progress' check (status in ('in_progress', 'completed', 'failed', 'skipped')),
  -- The process that is about to start the sync; null once that is settled.
  lease_id uuid,
  claimed_at timestamptz not null,
  sync_run_id uuid references sync_runs on delete cascade,
  message text,
  error_message text,
  started_at timestamptz not null,
  completed_at timestamptz
);

-- However many processes find a schedule due, and wherever their clocks stand: each due time is run once.
create unique index scheduled_sync_runs_due_once on scheduled_sync_runs (scheduled_sync_id, due_at)
  where trigger = 'schedule';
create index scheduled_sync_runs_log_idx on scheduled_sync_runs (scheduled_sync_id, started_at desc, id desc);
create index scheduled_sync_runs_open_idx on scheduled_sync_runs (id) where status = 'in_progress';
create index scheduled_sync_runs_sync_idx on scheduled_sync_runs (sync_run_id) where sync_run_id is not null;
