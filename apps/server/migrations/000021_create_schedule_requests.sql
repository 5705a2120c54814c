-- Which request made a schedule: one that is repeated, because its answer was lost or somebody clicked twice, finds the
-- schedule that is there already.
create table scheduled_sync_requests (
  requested_by uuid not null,
  request_key text not null,
  -- Looked up at the end of the transaction: the request is noted before the schedule is made.
  scheduled_sync_id uuid not null
    references scheduled_syncs on delete cascade deferrable initially deferred,
  primary key (requested_by, request_key)
);
