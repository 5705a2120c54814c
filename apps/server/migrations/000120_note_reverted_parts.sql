-- The update that reverts a scheduled change in a store; null if nothing was left to revert there. A store that has
-- not answered at the end is reverted after the others.
create table scheduled_change_reverts (
  batch_id uuid not null references scheduled_changes (batch_id) on delete cascade,
  store_id uuid not null,
  revert_batch_id uuid,
  primary key (batch_id, store_id)
);
create index scheduled_change_reverts_revert_idx on scheduled_change_reverts (revert_batch_id)
  where revert_batch_id is not null;

insert into scheduled_change_reverts (batch_id, store_id, revert_batch_id)
select change.batch_id, part.store_id, change.revert_batch_id
from scheduled_changes change join edit_batch_stores part on part.batch_id = change.batch_id
where change.status = 'reverted';

-- With a problem that ends by itself. The version before takes it for one that waits for a person, and leaves it.
alter table scheduled_changes add column waits_for_stores boolean not null default false;

-- Processes of the version before revert all stores at once.
create function note_reverted_parts() returns trigger language plpgsql as $$
begin
  insert into scheduled_change_reverts (batch_id, store_id, revert_batch_id)
  select new.batch_id, store_id, new.revert_batch_id from edit_batch_stores where batch_id = new.batch_id
  on conflict do nothing;
  return null;
end $$;

create trigger note_reverted_parts after update of status on scheduled_changes for each row
  when (new.status = 'reverted' and old.status <> 'reverted')
  execute function note_reverted_parts();

create or replace function notify_of_ended_scheduled_change() returns trigger language plpgsql as $$
begin
  if exists (select from scheduled_changes where settled_at is null and batch_id = new.id)
    or exists (select from scheduled_change_reverts where revert_batch_id = new.id) then
    perform pg_notify('storefleet_work', 'schedules');
  end if;
  return null;
end $$;
