-- A filter finds the products in a collection, by its handle and how it holds them. Empty for shops that do not
-- read collections.
create index products_collections_idx on products using gin (collections jsonb_path_ops) where collections is not null;
