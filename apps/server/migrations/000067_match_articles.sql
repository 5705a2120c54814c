-- Variants of different stores that are the same thing have the same key: an article. It is kept by triggers, so that
-- whoever writes a variant, a process of the version before included, writes the key with it.
alter table variants add column article_key text collate "C";
create index variants_article_idx on variants (article_key, store_id);

create table article_matching (
  is_only boolean primary key default true check (is_only),
  mode text not null default 'sku_then_barcode' check (mode in ('sku', 'barcode', 'both', 'sku_then_barcode')),
  version integer not null default 1
);
insert into article_matching default values;

-- How the SKUs of a store are read; a store without a row has the defaults.
create table article_stores (
  store_id uuid primary key references stores (id) on delete cascade,
  is_left_out boolean not null default false,
  ignored_prefixes text[] not null default '{}',
  ignored_suffixes text[] not null default '{}',
  ignores_case boolean not null default true,
  ignores_leading_zeros boolean not null default false,
  -- What is taken off a SKU, as one regular expression; null for nothing.
  stripped text,
  -- Attributes whose differences there are of no interest, a bit for each.
  ignored integer not null default 0
);

-- What somebody said by hand of a variant; by its id at the source, so that it holds when the variant comes back.
create table article_pins (
  store_id uuid not null references stores (id) on delete cascade,
  source_id text collate "C" not null,
  article_key text collate "C" not null,
  pinned_at timestamptz not null default now(),
  primary key (store_id, source_id)
);

-- Stores whose variants are to be matched anew: all up to a position in the order of their ids at the source are.
create table article_rematching (
  store_id uuid primary key references stores (id) on delete cascade,
  position text collate "C" not null default '',
  done integer not null default 0
);
insert into article_rematching (store_id) select id from stores where deleted_at is null;

-- What the variants of an article have in common and in what they differ, over all stores that take part.
create table articles (
  key text collate "C" primary key,
  variants_count integer not null,
  store_ids uuid[] not null,
  -- A bit for each attribute, and for each conflict.
  differs integer not null,
  conflicts integer not null,
  apart_price numeric,
  apart_cost numeric,
  apart_compare_at_price numeric,
  -- The one barcode that its variants have.
  barcode_key text collate "C"
);
create index articles_barcode_idx on articles (barcode_key) where barcode_key is not null;

-- Articles of which something was written: their rows above are to be worked out anew. Readers do so themselves until then.
create table article_changes (
  id bigint generated always as identity primary key,
  keys text[] collate "C" not null
);

-- GTIN-8, -12, -13 and -14 are one number, of 14 digits with zeros in front; other codes are themselves.
create function barcode_key(barcode text) returns text language sql immutable parallel safe as $$
  select case when length(barcode) in (8, 12, 13, 14) and barcode ~ '^[0-9]*[1-9][0-9]*$' then lpad(barcode, 14, '0')
    else nullif(left(lower(btrim(barcode, E' \t\r\n')), 400), '') end
$$;

create function sku_key(sku text, ignores_case boolean, stripped text) returns text language sql immutable parallel safe as $$
  select nullif(left(
    case when stripped is null then case when ignores_case then lower(btrim(sku, E' \t\r\n')) else btrim(sku, E' \t\r\n') end
    else regexp_replace(
      case when ignores_case then lower(btrim(sku, E' \t\r\n')) else btrim(sku, E' \t\r\n') end, stripped, '', 'g') end,
    400), '')
$$;

-- As expressions alone, so that statements take them in and rows cost no calls.
create function article_key(mode text, ignores_case boolean, stripped text, sku text, barcode text) returns text
language sql immutable parallel safe as $$
  select case mode
    when 'sku' then coalesce('s:' || sku_key(sku, ignores_case, stripped), '')
    when 'barcode' then coalesce('b:' || barcode_key(barcode), '')
    when 'both' then coalesce('s:' || sku_key(sku, ignores_case, stripped) || ' b:' || barcode_key(barcode), '')
    else coalesce('s:' || sku_key(sku, ignores_case, stripped), 'b:' || barcode_key(barcode), '') end
$$;

-- The rules of every store, also of those that have none of their own.
create view article_rules as
select s.id as store_id, m.mode, coalesce(r.is_left_out, false) as is_left_out, coalesce(r.ignores_case, true) as ignores_case,
  r.stripped
from stores s cross join article_matching m left join article_stores r on r.store_id = s.id;

create function match_variant() returns trigger language plpgsql set plan_cache_mode to 'force_generic_plan' as $$
begin
  select case when r.is_left_out then '' else coalesce(
      (select article_key from article_pins p where p.store_id = new.store_id and p.source_id = new.source_id),
      article_key(r.mode, r.ignores_case, r.stripped, new.sku, new.barcode)) end
    into new.article_key from article_rules r where r.store_id = new.store_id;
  return new;
end $$;
-- A sync writes the keys itself, for all rows at once; these are for whoever does not.
create trigger match_added_variant before insert on variants for each row
  when (new.article_key is null) execute function match_variant();
create trigger match_changed_variant before update of sku, barcode on variants for each row
  when ((new.sku is distinct from old.sku or new.barcode is distinct from old.barcode)
    and new.article_key is not distinct from old.article_key) execute function match_variant();

create function note_added_articles() returns trigger language plpgsql as $$
begin
  insert into article_changes (keys)
  select array_agg(distinct article_key) from added where article_key <> '' having count(*) > 0;
  return null;
end $$;
create trigger note_added_articles after insert on variants referencing new table as added
  for each statement execute function note_added_articles();
create function note_removed_articles() returns trigger language plpgsql as $$
begin
  insert into article_changes (keys)
  select array_agg(distinct article_key) from removed where article_key <> '' having count(*) > 0;
  return null;
end $$;
create trigger note_removed_articles after delete on variants referencing old table as removed
  for each statement execute function note_removed_articles();
create function note_changed_articles() returns trigger language plpgsql as $$
begin
  insert into article_changes (keys)
  select array_agg(distinct article_key) from (
    select article_key from before_change where article_key <> '' union all
    select article_key from after_change where article_key <> ''
  ) as changed having count(*) > 0;
  return null;
end $$;
create trigger note_changed_articles after update on variants referencing old table as before_change new table as after_change
  for each statement execute function note_changed_articles();
-- What products say of their variants.
create function note_articles_of_products() returns trigger language plpgsql as $$
begin
  insert into article_changes (keys)
  select array_agg(distinct v.article_key) from before_change o join after_change n on n.id = o.id
  join variants v on v.product_id = n.id and v.article_key <> ''
  where (o.title, o.vendor, o.product_type, o.status, o.tags)
    is distinct from (n.title, n.vendor, n.product_type, n.status, n.tags)
  having count(*) > 0;
  return null;
end $$;
create trigger note_articles_of_products after update on products
  referencing old table as before_change new table as after_change
  for each statement execute function note_articles_of_products();

-- What should be equal across stores, and how.
create table equality_rules (
  id uuid primary key,
  name text,
  title text not null,
  attribute text not null,
  store_ids uuid[] not null,
  source_store_id uuid,
  -- How a value follows from that of the source, by its `kind`.
  way jsonb not null,
  is_enabled boolean not null,
  watch text not null check (watch in ('off', 'count', 'plan')),
  -- Of a watched rule, when they were last counted.
  deviations integer,
  counted_at timestamptz,
  waiting_plan_id uuid,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  updated_by_email text not null,
  updated_by_name text
);

create table exchange_rates (
  is_only boolean primary key default true check (is_only),
  rates jsonb not null default '[]',
  version integer not null default 1,
  updated_at timestamptz,
  updated_by uuid,
  updated_by_email text,
  updated_by_name text
);
insert into exchange_rates default values;
