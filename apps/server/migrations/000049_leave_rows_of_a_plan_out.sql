-- Rows of a preview that are not to be written, as a narrow list: thousands of them at once, without rewriting the rows.
create table left_out_items (
  batch_id uuid not null references edit_batches on delete cascade,
  item_id uuid not null,
  primary key (batch_id, item_id)
);

alter table edit_batch_stores add column left_out integer not null default 0;
