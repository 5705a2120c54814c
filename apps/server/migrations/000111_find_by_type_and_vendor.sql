-- Filters often name both: one index finds what two bitmaps would be combined for.
create index product_filter_values_type_vendor_idx on product_filter_values (type_key, vendor_key);
-- Contract: the new index also finds a type alone.
drop index product_filter_values_type_idx;
