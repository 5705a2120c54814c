-- A shop keeps its own id whatever address it is reached under; null until it was asked, and for SQL Server stores.
alter table stores add column shop_id text;
-- Hosts under which the shop is known, as it names itself in webhooks.
alter table stores add column shop_domains text[] not null default '{}';
-- Contract: processes of the version before leave the column empty, which breaks no unique index.
create unique index stores_shop_id_key on stores (shop_id) where deleted_at is null;

-- The shop's own words, or the address of its page, about a call of ours that is to end, and when it said so last.
alter table stores add column api_deprecated_reason text;
alter table stores add column api_deprecated_at timestamptz;
