-- Workers sleep until there is something to do. Whatever makes it, in whichever process, wakes those of all processes.
create function notify_workers() returns trigger language plpgsql as $$
begin
  perform pg_notify('storefleet_work', tg_argv[0]);
  return null;
end $$;

-- A share that nobody holds, and that has just been given back, started, or has one thing less to wait for.
create trigger notify_of_free_shares after update on edit_batch_stores for each row
  when (new.status = 'in_progress' and new.lease_id is null and (
    old.status <> 'in_progress' or old.lease_id is not null or old.waiting_until is distinct from new.waiting_until
    or old.blocked_products is distinct from new.blocked_products))
  execute function notify_workers('edits');

create function notify_of_free_products() returns trigger language plpgsql as $$
begin
  if exists (select from edit_batch_stores where status = 'in_progress' and blocked_products is not null) then
    perform pg_notify('storefleet_work', 'edits');
  end if;
  return null;
end $$;

create trigger notify_of_free_products after delete on edit_claims for each statement
  execute function notify_of_free_products();

create trigger notify_of_schedules after insert or update on scheduled_syncs for each statement
  execute function notify_workers('schedules');

create trigger notify_of_ended_syncs after update on sync_runs for each row
  when (old.status = 'in_progress' and new.status <> 'in_progress')
  execute function notify_workers('schedules');
