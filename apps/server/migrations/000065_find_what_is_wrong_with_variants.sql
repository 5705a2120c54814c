-- The rules of packages/contract/src/catalogue/variant-findings.ts. 1: no SKU, 2: barcode with a wrong check digit, 4: barcode
-- that a spreadsheet damaged, 8: blanks at the ends, 16: SKU with letters that only look Latin, 32: compare-at below the price.
create function is_gtin(code text) returns boolean language sql immutable parallel safe as $$
  select code ~ '^([0-9]{8}|[0-9]{12,14})$' and (
    select sum(substr(code, length(code) - place, 1)::integer * case place % 2 when 0 then 1 else 3 end) % 10 = 0
    from generate_series(0, length(code) - 1) as place
  )
$$;

create function variant_findings(sku text, barcode text, price numeric, compare_at_price numeric) returns integer
language sql immutable parallel safe as $$
  select case when btrim(coalesce(sku, ''), E' \t\r\n\u00a0') = '' then 1 else 0 end
    + case when barcode ~ '^([0-9]{8}|[0-9]{12,14})$' and not is_gtin(barcode) then 2 else 0 end
    + case when barcode ~ '^[0-9]([.,][0-9]+)?[Ee][+]?[0-9]{1,2}$'
        or (barcode ~ '^[1-9]([0-9]{6}|[0-9]{9,10})$'
          and is_gtin(lpad(barcode, case length(barcode) when 7 then 8 else 12 end, '0'))) then 4 else 0 end
    + case when btrim(sku, E' \t\r\n\u00a0') <> sku or btrim(barcode, E' \t\r\n\u00a0') <> barcode then 8 else 0 end
    + case when sku ~ U&'[АВЕЗІЈКМНОРСТУХЅаеіјорсухѕΑΒΕΖΗΙΚΜΝΟΡΤΥΧνορ\FF01-\FF5E]'
        and sku !~ U&'[^\0001-\007FАВЕЗІЈКМНОРСТУХЅаеіјорсухѕΑΒΕΖΗΙΚΜΝΟΡΤΥΧνορ\FF01-\FF5E]' then 16 else 0 end
    + case when compare_at_price < price then 32 else 0 end
$$;

-- Marks: from 1,024 on the findings of some variant, from 65,536 on those of every one.
create or replace view product_filter_values_now as
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
      + case when count(*) filter (where price < cost) = count(*) then 512 else 0 end
      + coalesce(bit_or(findings), 0) * 1024 + coalesce(bit_and(findings), 63) * 65536 as marks,
    min(price) as price_min, max(price) as price_max,
    min(compare_at_price) as compare_at_min, max(compare_at_price) as compare_at_max,
    min(cost) as cost_min, max(cost) as cost_max, min(margin) as margin_min, max(margin) as margin_max,
    min(inventory_quantity) as stock_min, max(inventory_quantity) as stock_max,
    min(grams) as grams_min, max(grams) as grams_max
  from (
    select *, margin_percent(price, cost) as margin, weight_in_grams(weight, weight_unit) as grams,
      variant_findings(sku, barcode, price, compare_at_price) as findings
    from variants where product_id = p.id offset 0
  ) as variant
) as v;

-- Rows of sound products are what they were.
update product_filter_values as f
set marks = f.marks + n.some_finding * 1024 + n.every_finding * 65536
from (
  select product_id, bit_or(findings) as some_finding, bit_and(findings) as every_finding
  from (select product_id, variant_findings(sku, barcode, price, compare_at_price) as findings from variants) as variant
  group by product_id
) as n
where n.product_id = f.product_id and n.some_finding <> 0;

update product_filter_values set marks = marks + 63 * 65536 where variants_count = 0;
