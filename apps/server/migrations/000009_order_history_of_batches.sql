-- The changes of one batch are read newest first too, a large batch in pieces that follow each other.
drop index change_history_batch_idx;
create index change_history_batch_idx on change_history (batch_id, changed_at desc, id desc);
