-- Whether a shop tells us of its changes.
create table store_webhooks (
  store_id uuid primary key references stores on delete cascade,
  -- A person wants them, whether or not they can be registered now.
  enabled boolean not null,
  -- The address under which they were last registered; null when none is left at the shop.
  registered_uri text,
  registered_topics text[] not null default '{}',
  registration_error text,
  -- Why changes that came in could not be taken over the last time.
  applying_error text,
  checked_at timestamptz,
  -- When the registration is looked at again, for whatever reason.
  next_check_at timestamptz,
  failed_checks integer not null default 0,
  updated_at timestamptz not null
);

create index store_webhooks_next_check_idx on store_webhooks (next_check_at);

-- What was received, to know a delivery that comes again.
create table webhook_deliveries (
  store_id uuid not null references stores on delete cascade,
  webhook_id text not null,
  topic text not null,
  received_at timestamptz not null,
  primary key (store_id, webhook_id)
);

create index webhook_deliveries_received_idx on webhook_deliveries (store_id, received_at desc);

-- What may have changed at the source and was not looked at since, each object once however often it is told.
create table webhook_changes (
  store_id uuid not null references stores on delete cascade,
  source_id text collate "C" not null,
  -- The shop says that it is gone.
  is_deleted boolean not null,
  -- Counts what was told of it: one that came while the source was read asks for another look.
  revision integer not null default 1,
  -- Not looked at before. A worker that looks at it moves this on for as long as its death would keep others waiting.
  due_at timestamptz not null,
  -- Looks that failed.
  attempt integer not null default 0,
  primary key (store_id, source_id)
);

create index webhook_changes_due_idx on webhook_changes (due_at);

-- When the source was asked for what the row holds: what was read before that is older. Null: before this was kept.
alter table products add column read_at timestamptz;
-- Products that the source said to be gone, so that a page read before that does not bring them back.
create table gone_products (
  store_id uuid not null references stores on delete cascade,
  source_id text collate "C" not null,
  read_at timestamptz not null,
  primary key (store_id, source_id)
);

-- How many variants the run read of each of `source_ids`.
alter table sync_seen_batches add column variant_counts integer[] not null default '{}';
