-- What shows a product: how many images, videos and models it has, and the first of them as an image. NULL where a source was
-- not asked or has nothing of the kind.
alter table products
  add column image_url text,
  add column image_alt text,
  add column image_width integer,
  add column image_height integer,
  add column media_count integer;
alter table product_filter_values add column media_count integer;

create or replace view product_filter_values_now as
select p.id as product_id, p.store_id, left(split_part(p.search_name, E'\n', 2), 100) as title_key,
  filter_key(p.vendor) as vendor_key, filter_key(p.product_type) as type_key, filter_key(p.status) as status_key,
  filter_keys(p.tags) as tag_keys, p.updated_at as changed_at, v.*, p.media_count
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
      + case when count(*) filter (where price < cost) = count(*) then 512 else 0 end
      + coalesce(bit_or(findings), 0) * 1024 + coalesce(bit_and(findings), 63) * 65536 as marks,
    min(price) as price_min, max(price) as price_max,
    min(compare_at_price) as compare_at_min, max(compare_at_price) as compare_at_max,
    min(cost) as cost_min, max(cost) as cost_max, min(margin) as margin_min, max(margin) as margin_max,
    min(inventory_quantity) as stock_min, max(inventory_quantity) as stock_max,
    min(grams) as grams_min, max(grams) as grams_max,
    coalesce(bit_or(flags), 0) + coalesce(bit_and(flags), 0) * 65536 as attribute_marks
  from (
    select *, margin_percent(price, cost) as margin, weight_in_grams(weight, weight_unit) as grams,
      variant_findings(sku, barcode, price, compare_at_price) as findings,
      attribute_flags(inventory_policy, tracked, taxable, requires_shipping, hs_code, country_of_origin,
        p.seo_title, p.seo_description) as flags
    from variants where product_id = p.id offset 0
  ) as variant
) as v;

create or replace function write_filter_values(ids uuid[]) returns void language plpgsql
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
    grams_min = excluded.grams_min, grams_max = excluded.grams_max,
    attribute_marks = excluded.attribute_marks, media_count = excluded.media_count;
end $$;
