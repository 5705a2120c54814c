-- The order in which a page of very many products is read, so that they need not all be sorted.
create index products_price_min_idx on products (price_min);
create index products_price_max_idx on products (price_max desc nulls last);
create index products_cost_min_idx on products (cost_min);
create index products_cost_max_idx on products (cost_max desc nulls last);
create index products_barcode_min_idx on products (barcode_min);
create index products_barcode_max_idx on products (barcode_max desc nulls last);

-- Keys with characters other than ASCII are marked in the index of letters: the planner took the indexes of their own,
-- about which it has no statistics, for as long as the table, and read the table instead.
create or replace function letters_of(keys text) returns text[] language plpgsql immutable strict parallel safe cost 10000 as $$
begin
  if octet_length(keys) = char_length(keys) then
    return string_to_array(keys, null);
  end if;
  return string_to_array(keys, null) || 'beyond ASCII'::text;
end $$;

reindex index products_name_letters_idx;
reindex index products_sku_letters_idx;
reindex index products_barcode_letters_idx;

drop index products_name_beyond_ascii_idx;
drop index products_sku_beyond_ascii_idx;
drop index products_barcode_beyond_ascii_idx;
