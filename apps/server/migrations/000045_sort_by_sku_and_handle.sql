-- The least and the greatest of the lines that a search column holds.
create function least_line(lines text) returns text language plpgsql immutable strict parallel safe as $$
declare
  line text collate "C";
  least text collate "C";
begin
  foreach line in array string_to_array(btrim(lines, E'\n'), E'\n') loop
    if least is null or line < least then least := line; end if;
  end loop;
  return least;
end $$;

create function greatest_line(lines text) returns text language plpgsql immutable strict parallel safe as $$
declare
  line text collate "C";
  greatest text collate "C";
begin
  foreach line in array string_to_array(btrim(lines, E'\n'), E'\n') loop
    if greatest is null or line > greatest then greatest := line; end if;
  end loop;
  return greatest;
end $$;

-- What a million variants are sorted by is read in order instead of being sorted. Each takes half a second to make.
create index products_sku_min_idx on products (left(least_line(search_skus), 64));
create index products_sku_max_idx on products (left(greatest_line(search_skus), 64) desc nulls last);
create index products_handle_idx on products (left(nullif(handle, '') collate "C", 64));

-- product_filter_values has the same ones; without these, writing a product costs no more than before.
drop index products_price_min_idx, products_price_max_idx;
