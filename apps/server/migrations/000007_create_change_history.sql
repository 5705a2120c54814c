-- One row for each attribute of a variant or product that was changed at its source through this tool. Rows are only
-- ever added, in the transaction that changes our copy; names are kept as they were, because users and stores go.
create table change_history (
  id uuid primary key,
  changed_at timestamptz not null,
  batch_id uuid not null,
  origin text not null check (origin in ('bulk_update', 'csv_import', 'undo')),
  store_id uuid not null,
  store_name text not null,
  store_currency text,
  product_id uuid not null,
  product_source_id text not null,
  product_title text not null,
  variant_id uuid,
  variant_source_id text,
  variant_title text,
  sku text,
  attribute text not null,
  old_value text,
  new_value text,
  user_id uuid,
  user_email text,
  user_name text,
  undoes_batch_id uuid,
  undoes_record_id uuid
);

create index change_history_changed_at_idx on change_history (changed_at desc, id desc);
create index change_history_store_idx on change_history (store_id, changed_at desc, id desc);
create index change_history_user_idx on change_history (user_id, changed_at desc, id desc);
create index change_history_batch_idx on change_history (batch_id, changed_at desc, id desc);
create index change_history_value_idx on change_history (product_id, variant_id, attribute, changed_at desc, id desc);
create index change_history_undoes_idx on change_history (undoes_record_id) where undoes_record_id is not null;
