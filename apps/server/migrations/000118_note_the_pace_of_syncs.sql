-- Since when, and from how many products on, the worker of a run has read at one pace, and when it last stored a page.
alter table sync_runs
  add column paced_from timestamptz,
  add column paced_from_products integer,
  add column paced_until timestamptz;
