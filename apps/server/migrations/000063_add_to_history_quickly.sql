-- A sync writes thousands of changes, each newer than all before: an index in the order of time takes them at its end,
-- where one in the opposite order splits its pages in halves. They are read backwards. Five million changes take some
-- 20 s, in which edits wait.
set local maintenance_work_mem = '256MB';
create index change_history_by_time_idx on change_history (changed_at, id);
create index change_history_by_store_idx on change_history (store_id, changed_at, id);
create index change_history_by_batch_idx on change_history (batch_id, changed_at, id);
create index change_history_by_value_idx on change_history (product_id, variant_id, attribute, changed_at, id);
-- Nobody is known who changed something in a shop itself.
create index change_history_by_user_idx on change_history (user_id, changed_at, id) where user_id is not null;

drop index change_history_changed_at_idx, change_history_store_idx, change_history_user_idx, change_history_batch_idx,
  change_history_value_idx;
