-- A share that can go on with nothing but products which other batches hold is given up by its worker, and is taken up
-- again when one of these (some of them, where there are many) is free.
alter table edit_batch_stores add column blocked_products uuid[];
alter table edit_batch_stores add column blocked_count integer;
-- Why the share waits until waiting_until, as a sentence; null where the source asked for a pause.
alter table edit_batch_stores add column waiting_reason text;
