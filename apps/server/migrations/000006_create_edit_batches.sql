-- Changes on their way to a source: what was asked for, one share for each store, one item for each variant (or
-- product, for its own attributes). Everything is stored here before the first call to a source is made.
create table edit_batches (
  id uuid primary key,
  origin text not null check (origin in ('bulk_update', 'csv_import', 'undo')),
  -- planned: a preview, of which nothing has been written to any source.
  status text not null check (status in ('planned', 'in_progress', 'completed', 'failed', 'cancelled')),
  attributes text[] not null,
  -- Who pressed the button, as they were called then. No reference: it stays readable when the account is gone.
  requested_by uuid,
  requested_by_email text,
  requested_by_name text,
  undoes_batch_id uuid,
  warnings jsonb not null default '[]',
  import_report jsonb,
  -- Items that fit no store, such as a file's rows without a matching variant: no store's share counts them.
  unplaced integer not null default 0,
  cancel_requested_at timestamptz,
  created_at timestamptz not null,
  started_at timestamptz,
  completed_at timestamptz
);

create index edit_batches_created_at_idx on edit_batches (created_at desc, id desc);
create index edit_batches_previews_idx on edit_batches (created_at) where status = 'planned';

-- One store's share of a batch: what one worker holds at a time.
create table edit_batch_stores (
  batch_id uuid not null references edit_batches on delete cascade,
  -- No reference: the result stays readable when the store is gone.
  store_id uuid not null,
  store_name text not null,
  store_currency text,
  status text not null default 'planned' check (status in ('planned', 'in_progress', 'done')),
  total integer not null default 0,
  succeeded integer not null default 0,
  failed integer not null default 0,
  unchanged integer not null default 0,
  cancelled integer not null default 0,
  -- Sums of the amounts before and after, as the preview showed them.
  amounts jsonb not null default '[]',
  -- The bulk operation under way at the source, opaque to all but the connector.
  bulk_operation jsonb,
  waiting_until timestamptz,
  -- The worker that holds the share. A writer with another lease changes nothing.
  lease_id uuid,
  heartbeat_at timestamptz,
  -- Times the share was taken up or tried again since it last moved on.
  attempt integer not null default 0,
  enqueued_at timestamptz,
  completed_at timestamptz,
  primary key (batch_id, store_id)
);

create index edit_batch_stores_open_idx on edit_batch_stores (store_id) where status = 'in_progress';

create table edit_items (
  id uuid primary key,
  batch_id uuid not null references edit_batches on delete cascade,
  position integer not null,
  -- Null for a file's row that fits no variant.
  store_id uuid,
  product_id uuid,
  -- Null for an item that changes the product's own attributes.
  variant_id uuid,
  product_source_id text,
  variant_source_id text,
  product_title text,
  variant_title text,
  sku text,
  row_number integer,
  -- {"price": {"old": "10.00", "new": "12.00"}}; old is the value that the edit is based on. An undo adds
  -- "undoes", the id of the history record whose old value it restores.
  changes jsonb not null,
  warnings text[] not null default '{}',
  -- sent: handed to the source, of which the outcome is not stored yet.
  status text not null default 'planned'
    check (status in ('planned', 'sent', 'succeeded', 'failed', 'conflict', 'unchanged', 'cancelled')),
  error text,
  -- What the source held instead, by attribute.
  current_values jsonb,
  finished_at timestamptz
);

create unique index edit_items_position_key on edit_items (batch_id, position);
create index edit_items_open_idx on edit_items (batch_id, store_id, position) where status in ('planned', 'sent');
-- Every look at a running batch shows its first failures.
create index edit_items_problems_idx on edit_items (batch_id, position) where status in ('failed', 'conflict');

-- One batch at a time writes to a product, whichever process it runs in.
create table edit_claims (
  product_id uuid primary key references products on delete cascade,
  batch_id uuid not null references edit_batches on delete cascade,
  claimed_at timestamptz not null
);

create index edit_claims_batch_idx on edit_claims (batch_id);
