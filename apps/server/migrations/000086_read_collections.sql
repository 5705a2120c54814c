-- Which collections hold a product, of stores that have it read.
alter table stores add column reads_collections boolean not null default false;

-- As the last sync found them; products name them by their handles.
create table collections (
  store_id uuid not null references stores on delete cascade,
  source_id text collate "C" not null,
  handle text collate "C" not null,
  title text not null,
  -- Products are put into it one by one; others are filled by their own rules.
  is_manual boolean not null,
  primary key (store_id, source_id)
);

-- "true" by the handles of those that hold the product; NULL where it was not read.
alter table products add column collections jsonb;
