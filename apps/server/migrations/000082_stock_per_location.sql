-- What is available of a variant at each location of its store, of stores that have it read.
alter table stores add column stock_per_location boolean not null default false;

create table locations (
  id uuid primary key default gen_random_uuid(),
  store_id uuid not null references stores on delete cascade,
  source_id text collate "C" not null,
  name text not null,
  -- The source had it at the last look.
  is_active boolean not null default true,
  unique (store_id, source_id)
);

-- No row: the variant is not stocked there.
create table variant_stock (
  variant_id uuid not null references variants on delete cascade,
  location_id uuid not null references locations on delete cascade,
  store_id uuid not null,
  available integer not null,
  primary key (variant_id, location_id)
);
