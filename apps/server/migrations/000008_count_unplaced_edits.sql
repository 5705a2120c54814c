-- Items that fit no store, such as a file's rows without a matching variant: no store's share counts them.
alter table edit_batches add column unplaced integer not null default 0;

-- Every look at a running batch shows its first failures.
create index edit_items_problems_idx on edit_items (batch_id, position) where status in ('failed', 'conflict');
