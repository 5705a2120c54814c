-- A plan that is applied at a time, and may go back at another. Its row stays when all that is over.
create table scheduled_changes (
  batch_id uuid primary key references edit_batches (id) on delete cascade,
  status text not null check (status in ('scheduled', 'applied', 'reverted', 'kept', 'missed', 'cancelled')),
  starts_at timestamptz not null,
  ends_at timestamptz,
  timezone text not null,
  -- In whose name it is applied and goes back.
  scheduled_by uuid not null,
  scheduled_by_email text not null,
  scheduled_by_name text,
  scheduled_by_key uuid,
  scheduled_at timestamptz not null,
  -- Given beforehand, for these guard rails and no others.
  override_reason text,
  overridden_guard_rails uuid[] not null default '{}',
  -- Why it waits for a person.
  problem text,
  problem_since timestamptz,
  revert_batch_id uuid,
  -- When the end of the update, and that of its revert, was looked at.
  apply_settled_at timestamptz,
  -- Nothing is left to do for a worker.
  settled_at timestamptz,
  lease_id uuid,
  heartbeat_at timestamptz
);

create index scheduled_changes_open_idx on scheduled_changes (starts_at) where settled_at is null;
create index scheduled_changes_revert_idx on scheduled_changes (revert_batch_id) where revert_batch_id is not null;

create trigger notify_of_scheduled_changes after insert or update of status, starts_at, ends_at, problem
  on scheduled_changes for each statement execute function notify_workers('schedules');

create function notify_of_ended_scheduled_change() returns trigger language plpgsql as $$
begin
  if exists (
    select from scheduled_changes where settled_at is null and (batch_id = new.id or revert_batch_id = new.id)
  ) then
    perform pg_notify('storefleet_work', 'schedules');
  end if;
  return null;
end $$;

create trigger notify_of_ended_scheduled_changes after update of status on edit_batches for each row
  when (old.status = 'in_progress' and new.status <> 'in_progress')
  execute function notify_of_ended_scheduled_change();

-- A plan that waits for its time is no forgotten preview, whichever version looks for those.
create function keep_scheduled_plan() returns trigger language plpgsql as $$
begin
  if exists (select from scheduled_changes where batch_id = old.id and status = 'scheduled') then return null; end if;
  return new;
end $$;

create trigger keep_scheduled_plans before update of status on edit_batches for each row
  when (old.status = 'planned' and new.status = 'cancelled')
  execute function keep_scheduled_plan();
