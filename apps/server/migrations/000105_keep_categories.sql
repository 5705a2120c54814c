-- The full name of a product's category. NULL: never read; '': none.
alter table products add column category text collate "C";

-- Finds the few different ones, and then their products.
create index products_category_idx on products (category, store_id) where category <> '';
