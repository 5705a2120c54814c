-- The worker that takes over the changes of a store's shop. An older version moves their `due_at` on instead: where
-- both work on one change, each reads what the shop has now, and the newer reading stays.
alter table store_webhooks add column lease_id uuid, add column heartbeat_at timestamptz;

create trigger notify_of_changes after insert or update of due_at on webhook_changes for each row
  execute function notify_workers('webhooks');

-- A registration that is to be checked at the shop: by its time, or because the store was changed since.
create trigger notify_of_checks after insert or update of next_check_at on store_webhooks for each row
  execute function notify_workers('webhook-checks');
create trigger notify_of_changed_stores after update of updated_at on stores for each row
  when (old.updated_at is distinct from new.updated_at)
  execute function notify_workers('webhook-checks');
