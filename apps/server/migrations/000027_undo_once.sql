-- Which undo a request started: one that is repeated, because its answer was lost or somebody clicked twice, is answered
-- as the first one was, and nothing is undone a second time.
create table undo_requests (
  requested_by uuid not null,
  request_key text not null,
  batch_id uuid not null references edit_batches on delete cascade,
  answer jsonb not null,
  primary key (requested_by, request_key)
);
create index undo_requests_batch_idx on undo_requests (batch_id);

-- The later changes of a value that an undo takes back along with its oldest one, which alone is what the undoing change
-- refers to.
create table undone_chains (
  record_id uuid not null,
  batch_id uuid not null references edit_batches on delete cascade,
  oldest_record_id uuid not null,
  primary key (record_id, batch_id)
);
create index undone_chains_batch_idx on undone_chains (batch_id);
