-- How many products of a store had each finding at the last count of a day, by the ids of packages/contract/src/catalogue/health.ts.
create table health_counts (
  store_id uuid not null references stores (id) on delete cascade,
  day date not null,
  products integer not null,
  findings jsonb not null,
  counted_at timestamptz not null,
  primary key (store_id, day)
);
create index health_counts_counted_at_idx on health_counts (counted_at);
