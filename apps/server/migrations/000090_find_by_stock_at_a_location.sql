-- A filter finds products by the stock at a location. Writers set the product; those of the version before do not.
alter table variant_stock add column product_id uuid;

create function place_stock() returns trigger language plpgsql as $$
begin
  select product_id into new.product_id from variants where id = new.variant_id;
  return new;
end $$;
create trigger place_added_stock before insert on variant_stock
  for each row when (new.product_id is null) execute function place_stock();

update variant_stock set product_id = variants.product_id from variants where variants.id = variant_stock.variant_id;

-- Also finds the rows of a deleted location.
create index variant_stock_location_idx on variant_stock (location_id, product_id, available);
