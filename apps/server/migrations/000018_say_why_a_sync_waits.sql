-- What is in the way at a source that a run waits for, as a sentence; null where the source asked for a pause.
alter table sync_runs add column waiting_reason text;
