-- Names as filters compare them: without case, accents and repeated spaces; cut so that they fit into an index.
create function filter_key(name text) returns text language sql immutable parallel safe as $$
  select nullif(left(lower(case
    when octet_length(name) = char_length(name) then regexp_replace(btrim(name, E' \t\r\n'), '\s+', ' ', 'g')
    else regexp_replace(regexp_replace(normalize(btrim(name), nfkd), U&'[\0300-\036F]+', '', 'g'), '\s+', ' ', 'g')
  end), 200), '')
$$;

create function filter_keys(names text[]) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct key), '{}') from (select filter_key(name) as key from unnest(names) as name) as keys
  where key is not null
$$;

-- The units of packages/contract/src/values/weight.ts.
create function weight_in_grams(weight numeric, unit text) returns numeric language sql immutable parallel safe as $$
  select weight * case lower(unit)
    when 'g' then 1 when 'grams' then 1 when 'kg' then 1000 when 'kilograms' then 1000
    when 'lb' then 453.59237 when 'pounds' then 453.59237 when 'oz' then 28.349523125 when 'ounces' then 28.349523125 end
$$;

-- Percent of the price, as marginPercent() of packages/contract/src/values/decimal.ts rounds it.
create function margin_percent(price numeric, cost numeric) returns numeric language sql immutable parallel safe as $$
  select case when price > 0 then round((price - cost) * 100 / price, 1) end
$$;

-- What filters ask of a product and its variants, in a row a fifth as wide as the product's own: a filter that no index
-- helps reads them all. Kept exact by the triggers below, whoever writes the catalogue.
create table product_filter_values (
  product_id uuid primary key,
  store_id uuid not null,
  -- The beginning of the title's search key, which sorts results.
  title_key text collate "C" not null,
  vendor_key text collate "C",
  type_key text collate "C",
  status_key text collate "C",
  tag_keys text[] collate "C" not null,
  changed_at timestamptz not null,
  -- Of all variants together.
  variants_count integer not null,
  -- 1, 2, 4, 8, 16, 32: some variant has no price, compare-at price, cost, margin, stock, weight. 64: some has no barcode,
  -- 128: none has one. 256: some costs more than its price, 512: all of them do.
  marks integer not null,
  price_min numeric,
  price_max numeric,
  compare_at_min numeric,
  compare_at_max numeric,
  cost_min numeric,
  cost_max numeric,
  margin_min numeric,
  margin_max numeric,
  stock_min integer,
  stock_max integer,
  grams_min numeric,
  grams_max numeric
) with (fillfactor = 90);

create view product_filter_values_now as
select p.id as product_id, p.store_id, left(split_part(p.search_name, E'\n', 2), 100) as title_key,
  filter_key(p.vendor) as vendor_key, filter_key(p.product_type) as type_key, filter_key(p.status) as status_key,
  filter_keys(p.tags) as tag_keys, p.updated_at as changed_at, v.*
from products p cross join lateral (
  select count(*)::integer as variants_count,
    case when count(price) < count(*) then 1 else 0 end
      + case when count(compare_at_price) < count(*) then 2 else 0 end
      + case when count(cost) < count(*) then 4 else 0 end
      + case when count(margin) < count(*) then 8 else 0 end
      + case when count(inventory_quantity) < count(*) then 16 else 0 end
      + case when count(grams) < count(*) then 32 else 0 end
      + case when count(nullif(barcode, '')) < count(*) then 64 else 0 end
      + case when count(nullif(barcode, '')) = 0 then 128 else 0 end
      + case when count(*) filter (where price < cost) > 0 then 256 else 0 end
      + case when count(*) filter (where price < cost) = count(*) then 512 else 0 end as marks,
    min(price) as price_min, max(price) as price_max,
    min(compare_at_price) as compare_at_min, max(compare_at_price) as compare_at_max,
    min(cost) as cost_min, max(cost) as cost_max, min(margin) as margin_min, max(margin) as margin_max,
    min(inventory_quantity) as stock_min, max(inventory_quantity) as stock_max,
    min(grams) as grams_min, max(grams) as grams_max
  from (
    select *, margin_percent(price, cost) as margin, weight_in_grams(weight, weight_unit) as grams
    from variants where product_id = p.id offset 0
  ) as variant
) as v;

-- The plan is made once a session, perhaps while the tables are empty: it must not walk through them a product at a time.
create function write_filter_values(ids uuid[]) returns void language plpgsql
set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  insert into product_filter_values
  select * from product_filter_values_now where product_id = any (ids) order by product_id
  on conflict (product_id) do update set
    title_key = excluded.title_key, vendor_key = excluded.vendor_key, type_key = excluded.type_key,
    status_key = excluded.status_key, tag_keys = excluded.tag_keys, changed_at = excluded.changed_at,
    variants_count = excluded.variants_count, marks = excluded.marks,
    price_min = excluded.price_min, price_max = excluded.price_max,
    compare_at_min = excluded.compare_at_min, compare_at_max = excluded.compare_at_max,
    cost_min = excluded.cost_min, cost_max = excluded.cost_max,
    margin_min = excluded.margin_min, margin_max = excluded.margin_max,
    stock_min = excluded.stock_min, stock_max = excluded.stock_max,
    grams_min = excluded.grams_min, grams_max = excluded.grams_max;
end $$;

-- What the variants say, where it is another thing than before: the names of a product are not worked out again.
create function refresh_variant_filter_values(ids uuid[]) returns void language plpgsql
set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  update product_filter_values as f
  set variants_count = n.variants_count, marks = n.marks, price_min = n.price_min, price_max = n.price_max,
    compare_at_min = n.compare_at_min, compare_at_max = n.compare_at_max, cost_min = n.cost_min, cost_max = n.cost_max,
    margin_min = n.margin_min, margin_max = n.margin_max, stock_min = n.stock_min, stock_max = n.stock_max,
    grams_min = n.grams_min, grams_max = n.grams_max
  from product_filter_values_now as n
  where f.product_id = any (ids) and n.product_id = f.product_id
    and (f.variants_count, f.marks, f.price_min, f.price_max, f.compare_at_min, f.compare_at_max, f.cost_min, f.cost_max,
      f.margin_min, f.margin_max, f.stock_min, f.stock_max, f.grams_min, f.grams_max)
    is distinct from (n.variants_count, n.marks, n.price_min, n.price_max, n.compare_at_min, n.compare_at_max, n.cost_min,
      n.cost_max, n.margin_min, n.margin_max, n.stock_min, n.stock_max, n.grams_min, n.grams_max);
end $$;

-- A statement that writes products and variants at once has the variants' trigger write these rows first.
create function filter_added_products() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  perform write_filter_values(array(
    select id from added where not exists (select from product_filter_values f where f.product_id = added.id)
  ));
  return null;
end $$;

create function filter_changed_products() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  update product_filter_values as f
  set changed_at = p.updated_at, title_key = left(split_part(p.search_name, E'\n', 2), 100),
    vendor_key = case when p.vendor is distinct from was.vendor then filter_key(p.vendor) else f.vendor_key end,
    type_key = case when p.product_type is distinct from was.product_type then filter_key(p.product_type) else f.type_key end,
    status_key = case when p.status is distinct from was.status then filter_key(p.status) else f.status_key end,
    tag_keys = case when p.tags is distinct from was.tags then filter_keys(p.tags) else f.tag_keys end
  from after_change p join before_change was on was.id = p.id
  where f.product_id = p.id and (p.updated_at, p.search_name, p.vendor, p.product_type, p.status, p.tags)
    is distinct from (was.updated_at, was.search_name, was.vendor, was.product_type, was.status, was.tags);
  return null;
end $$;

create function filter_removed_products() returns trigger language plpgsql as $$
begin
  delete from product_filter_values where product_id in (select id from removed);
  return null;
end $$;

create function filter_added_variants() returns trigger language plpgsql as $$
begin
  if exists (select from added) then
    perform write_filter_values(array(select distinct product_id from added));
  end if;
  return null;
end $$;

create function filter_changed_variants() returns trigger language plpgsql as $$
declare
  changed uuid[];
begin
  changed := array(
    select product_id from (
      select id, product_id, price, cost, compare_at_price, barcode, inventory_quantity, weight, weight_unit from after_change
      except
      select id, product_id, price, cost, compare_at_price, barcode, inventory_quantity, weight, weight_unit from before_change
    ) as variant
    union
    select was.product_id from before_change was join after_change v on v.id = was.id and v.product_id <> was.product_id
  );
  if cardinality(changed) > 0 then
    perform refresh_variant_filter_values(changed);
  end if;
  return null;
end $$;

create function filter_removed_variants() returns trigger language plpgsql as $$
begin
  if exists (select from removed) then
    perform refresh_variant_filter_values(array(select distinct product_id from removed));
  end if;
  return null;
end $$;

-- Until these rows stand and the triggers are there, nobody writes the catalogue.
lock table products, variants in share row exclusive mode;

insert into product_filter_values select * from product_filter_values_now;

create index product_filter_values_store_idx on product_filter_values (store_id);
create index product_filter_values_vendor_idx on product_filter_values (vendor_key);
create index product_filter_values_type_idx on product_filter_values (type_key);
create index product_filter_values_tags_idx on product_filter_values using gin (tag_keys);
create index product_filter_values_price_min_idx on product_filter_values (price_min);
create index product_filter_values_price_max_idx on product_filter_values (price_max);

create trigger filter_added_products after insert on products
  referencing new table as added for each statement execute function filter_added_products();
create trigger filter_changed_products after update on products
  referencing old table as before_change new table as after_change
  for each statement execute function filter_changed_products();
create trigger filter_removed_products after delete on products
  referencing old table as removed for each statement execute function filter_removed_products();
create trigger filter_added_variants after insert on variants
  referencing new table as added for each statement execute function filter_added_variants();
create trigger filter_changed_variants after update on variants
  referencing old table as before_change new table as after_change
  for each statement execute function filter_changed_variants();
create trigger filter_removed_variants after delete on variants
  referencing old table as removed for each statement execute function filter_removed_variants();
