-- Which source the store had when the run began: one that began at another source does not go on.
alter table sync_runs add column source text;
