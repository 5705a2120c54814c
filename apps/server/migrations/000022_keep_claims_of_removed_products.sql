-- Contract: the version before reads claims by their products, and misses nothing where a removed one keeps its claim.
alter table edit_claims drop constraint edit_claims_product_id_fkey;

-- Empty in rows of the version before: those are of the store of their product.
alter table edit_claims add column store_id uuid;

update edit_claims set store_id = products.store_id from products where products.id = edit_claims.product_id;
