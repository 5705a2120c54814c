-- Whether the descriptions of a shop’s products are read, which make most of what a product weighs. In `products.description`
-- NULL is what was never read, and '' none.
alter table stores add column reads_descriptions boolean not null default false;
