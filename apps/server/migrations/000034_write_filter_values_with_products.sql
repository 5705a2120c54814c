-- Whoever writes a product or its variants writes product_filter_values in the same statement: triggers that work them out
-- anew cost a sync of new products a third of its time, and an edit as much again as the edit.

-- The `updated_at` that product_filter_values knows the product by. A process of an older version leaves it as it was.
alter table products add column filtered_at timestamptz;

drop trigger filter_added_products on products;
drop trigger filter_changed_products on products;
drop trigger filter_added_variants on variants;
drop trigger filter_changed_variants on variants;
drop trigger filter_removed_variants on variants;
-- Contract: triggers alone called them.
drop function filter_added_products(), filter_changed_products(), filter_added_variants(), filter_changed_variants(),
  filter_removed_variants(), refresh_variant_filter_values(uuid[]);

create function filter_product() returns trigger language plpgsql as $$
begin
  perform write_filter_values(array[new.id]);
  return null;
end $$;

-- For processes of an older version, at the end of their transaction, when the variants are written as well.
create constraint trigger filter_added_product after insert on products deferrable initially deferred
  for each row when (new.filtered_at is distinct from new.updated_at) execute function filter_product();
create constraint trigger filter_changed_product after update on products deferrable initially deferred
  for each row when (new.updated_at is distinct from old.updated_at and new.filtered_at is distinct from new.updated_at)
  execute function filter_product();
