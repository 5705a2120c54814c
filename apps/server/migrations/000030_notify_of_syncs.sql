-- A run that waits for a worker: it is new, or was handed back. Its row is the queue.
create trigger notify_of_free_syncs after insert or update on sync_runs for each row
  when (new.status = 'in_progress' and new.lease_id is null)
  execute function notify_workers('syncs');
