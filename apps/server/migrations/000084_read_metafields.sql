-- Which metafields of a shop are read: their definitions, as the shop told them (packages/contract/src/attributes/metafields.ts).
alter table stores add column metafields jsonb not null default '[]';

-- Their values by namespace.key: null for none, and what was never read is not in it. NULL where none is read.
alter table products add column metafields jsonb;
alter table variants add column metafields jsonb;
