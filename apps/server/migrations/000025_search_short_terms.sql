-- One and two letters have no trigram. Every letter of a product's search keys, so that rare ones are found at once; not a
-- plain expression, which the planner takes for cheap enough to compute for each row of the table.
create function letters_of(keys text) returns text[] language plpgsql immutable strict parallel safe cost 10000 as $$
begin
  return string_to_array(keys, null);
end $$;

create index products_name_letters_idx on products using gin (letters_of(search_name));
create index products_sku_letters_idx on products using gin (letters_of(search_skus));
create index products_barcode_letters_idx on products using gin (letters_of(search_barcodes));

-- Products with characters other than ASCII, after which two letters are not found by their trigrams.
create index products_name_beyond_ascii_idx on products (id) where octet_length(search_name) <> char_length(search_name);
create index products_sku_beyond_ascii_idx on products (id) where octet_length(search_skus) <> char_length(search_skus);
create index products_barcode_beyond_ascii_idx on products (id) where octet_length(search_barcodes) <> char_length(search_barcodes);

-- The order of titles, in which what many products hold is soon found. The whole of it may be too long for an index.
create index products_title_order_idx on products (left(search_name, 32));
