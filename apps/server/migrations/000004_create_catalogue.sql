create extension if not exists pg_trgm;

create table products (
  id uuid primary key,
  store_id uuid not null references stores on delete cascade,
  -- The source's own id: a Shopify gid, or a SQL Server primary key as text.
  source_id text collate "C" not null,
  title text not null,
  handle text,
  vendor text,
  product_type text,
  status text,
  tags text[] not null default '{}',
  -- Search keys, one line a value: line feed, then each key followed by a line feed (search-key.ts writes them).
  -- The names' first line is the title, so this column also sorts products by title.
  search_name text collate "C" not null,
  search_skus text collate "C" not null,
  search_barcodes text collate "C" not null,
  variants_count integer not null,
  price_min numeric,
  price_max numeric,
  cost_min numeric,
  cost_max numeric,
  barcode_min text collate "C",
  barcode_max text collate "C",
  -- Of everything read from the source; null after an edit made here, so that the next sync compares anew.
  content_hash text,
  -- Last edit made through this tool: a sync that read the source before it must not overwrite the row.
  edited_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (store_id, source_id)
);

create index products_search_name_idx on products using gin (search_name gin_trgm_ops);
create index products_search_skus_idx on products using gin (search_skus gin_trgm_ops);
create index products_search_barcodes_idx on products using gin (search_barcodes gin_trgm_ops);

create table variants (
  id uuid primary key,
  product_id uuid not null references products on delete cascade,
  store_id uuid not null,
  source_id text collate "C" not null,
  position integer not null,
  title text not null,
  sku text,
  barcode text,
  price numeric,
  cost numeric,
  compare_at_price numeric,
  inventory_quantity integer,
  weight numeric,
  weight_unit text,
  edited_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (store_id, source_id)
);

create index variants_product_id_idx on variants (product_id);

-- How many products and variants a store has, kept exact by the triggers below whoever writes the catalogue:
-- counting a million rows for every list of stores would take seconds.
create table store_catalogue_counts (
  store_id uuid primary key references stores on delete cascade,
  products_count integer not null,
  variants_count integer not null
);

create function count_added_products() returns trigger language plpgsql as $$
begin
  insert into store_catalogue_counts as counts (store_id, products_count, variants_count)
  select store_id, count(*), sum(variants_count) from added group by store_id order by store_id
  on conflict (store_id) do update
    set products_count = counts.products_count + excluded.products_count,
        variants_count = counts.variants_count + excluded.variants_count;
  return null;
end $$;

create function count_changed_products() returns trigger language plpgsql as $$
begin
  update store_catalogue_counts as counts
  set variants_count = counts.variants_count + change.variants
  from (
    select store_id, sum(variants_count) as variants
    from (
      select store_id, variants_count from after_change
      union all
      select store_id, -variants_count from before_change
    ) as both_sides
    group by store_id
    having sum(variants_count) <> 0
  ) as change
  where counts.store_id = change.store_id;
  return null;
end $$;

create function count_removed_products() returns trigger language plpgsql as $$
begin
  update store_catalogue_counts as counts
  set products_count = counts.products_count - change.products,
      variants_count = counts.variants_count - change.variants
  from (select store_id, count(*) as products, sum(variants_count) as variants from removed group by store_id) as change
  where counts.store_id = change.store_id;
  return null;
end $$;

create trigger count_added_products after insert on products
  referencing new table as added for each statement execute function count_added_products();
create trigger count_changed_products after update on products
  referencing old table as before_change new table as after_change for each statement execute function count_changed_products();
create trigger count_removed_products after delete on products
  referencing old table as removed for each statement execute function count_removed_products();
