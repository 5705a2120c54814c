-- When the process that starts the run was last alive, by the database's clock. An older version leaves out this column, and
-- has the time of its claim in it; a newer one leaves out `claimed_at`.
alter table scheduled_sync_runs add column heartbeat_at timestamptz default now(),
  alter column claimed_at set default now();

-- A run that waits for a worker: it is new, or was handed back.
create trigger notify_of_free_scheduled_runs after insert or update on scheduled_sync_runs for each row
  when (new.status = 'in_progress' and new.lease_id is null and new.sync_run_id is null)
  execute function notify_workers('schedules');
