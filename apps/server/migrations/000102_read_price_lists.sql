-- Which price lists of a shop's markets are read (packages/contract/src/attributes/list-prices.ts), as the last sync found them.
alter table stores add column reads_price_lists boolean not null default false;
alter table stores add column price_lists jsonb not null default '[]';

-- By attribute; null: never read.
alter table variants add column list_prices jsonb;
