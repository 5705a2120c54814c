-- Syncs of what changed since the last sync began. A mark is the source's own and opaque: reading the changes since it
-- finds whatever changed after the run that took it began.
alter table sync_runs
  add column scope text not null default 'everything' check (scope in ('everything', 'changes')),
  -- Taken before the run read anything; where the next run of changes begins, once this one has ended well.
  add column mark jsonb,
  -- Of a run of changes: where it begins.
  add column since_mark jsonb,
  add column since timestamptz;

-- What the last run that ended well has left, whatever was synced since and failed.
alter table store_sync_states
  add column changes_mark jsonb,
  add column marked_at timestamptz,
  add column full_at timestamptz,
  add column changes_at timestamptz,
  add column changes_since_full integer not null default 0,
  add column full_due boolean not null default false;

-- By which the changed rows of a table are found; null for its own rowversion.
alter table stores add column mssql_change_column text;

alter table scheduled_syncs
  add column sync_scope text not null default 'everything' check (sync_scope in ('everything', 'changes')),
  add column full_every integer not null default 7 check (full_every > 0),
  add column full_every_unit text not null default 'days' check (full_every_unit in ('runs', 'days'));
