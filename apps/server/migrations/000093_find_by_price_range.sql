-- A range of prices asks for both ends: in one index, a tenth of the entries are read.
create index product_filter_values_prices_idx on product_filter_values (price_min, price_max);
create index product_filter_values_prices_desc_idx on product_filter_values (price_max, price_min);
drop index product_filter_values_price_min_idx, product_filter_values_price_max_idx;
