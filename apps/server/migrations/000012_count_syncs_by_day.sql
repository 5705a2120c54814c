-- The dashboard's chart: what the runs of the last days went through, without a look at the whole log.
create index sync_runs_completed_idx on sync_runs (completed_at) include (store_id, processed_products)
  where completed_at is not null;
