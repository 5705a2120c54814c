-- What an update was to do, in words ("Price +4 %, ending .99, vendor Acme"), and what its author says of it. Empty of
-- updates that an older version planned.
alter table edit_batches add column title text;
alter table edit_batches add column note text;

create index edit_batches_undoes_idx on edit_batches (undoes_batch_id) where undoes_batch_id is not null;

-- How a change that was made at the source itself was found; empty where an edit of ours came upon it.
alter table change_history add column found_by text check (found_by in ('sync', 'webhook'));

-- One line for each batch and what it changed where, so that the history of five million changes is read by batches
-- without reading the changes. Batches have ids in the order of time. One worker writes a batch's changes of one store:
-- nobody waits for a line of another's.
create table change_history_batches (
  batch_id uuid not null,
  store_id uuid not null,
  attribute text not null,
  store_name text not null,
  origin text not null,
  found_by text,
  user_id uuid,
  user_email text,
  user_name text,
  undoes_batch_id uuid,
  changes integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (batch_id, store_id, attribute)
);

create function batch_added_history() returns trigger language plpgsql as $$
begin
  insert into change_history_batches as batches (batch_id, store_id, attribute, store_name, origin, found_by, user_id,
    user_email, user_name, undoes_batch_id, changes, first_at, last_at)
  select batch_id, store_id, attribute, max(store_name), max(origin), max(found_by), (max(user_id::text))::uuid,
    max(user_email), max(user_name), (max(undoes_batch_id::text))::uuid, count(*), min(changed_at), max(changed_at)
  from added where batch_id is not null group by batch_id, store_id, attribute order by batch_id, store_id, attribute
  on conflict (batch_id, store_id, attribute) do update set changes = batches.changes + excluded.changes,
    first_at = least(batches.first_at, excluded.first_at), last_at = greatest(batches.last_at, excluded.last_at);
  return null;
end $$;

create trigger batch_added_history after insert on change_history
  referencing new table as added for each statement execute function batch_added_history();

insert into change_history_batches (batch_id, store_id, attribute, store_name, origin, user_id, user_email, user_name,
  undoes_batch_id, changes, first_at, last_at)
select batch_id, store_id, attribute, max(store_name), max(origin), (max(user_id::text))::uuid, max(user_email),
  max(user_name), (max(undoes_batch_id::text))::uuid, count(*), min(changed_at), max(changed_at)
from change_history group by batch_id, store_id, attribute;
