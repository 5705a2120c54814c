-- To which sales channels a product is published, of stores that have it read.
alter table stores add column reads_channels boolean not null default false;

-- As the last sync found them; products name them by their names.
create table channels (
  store_id uuid not null references stores on delete cascade,
  source_id text collate "C" not null,
  name text collate "C" not null,
  primary key (store_id, source_id)
);

-- "true" by the names of those to which it is published; NULL where it was not read.
alter table products add column channels jsonb;
