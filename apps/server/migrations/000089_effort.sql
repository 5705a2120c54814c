-- What applying a plan takes of a store, and the costs by which it is estimated (modules/bulk-updates/time-left.ts). Null
-- where the source says none.
alter table edit_batch_stores add column effort jsonb;
