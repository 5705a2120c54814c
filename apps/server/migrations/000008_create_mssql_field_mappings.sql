-- Which column of a SQL Server store's table goes where, and how.
create table mssql_field_mappings (
  id uuid primary key,
  store_id uuid not null references stores (id) on delete cascade,
  source_field text not null,
  target_field text not null,
  data_type text not null default 'string' check (data_type in ('string', 'number', 'boolean', 'date')),
  is_required boolean not null default false,
  default_value text,
  transformation_type text not null default 'none'
    check (transformation_type in ('none', 'uppercase', 'lowercase', 'trim', 'concat')),
  -- prefix and suffix of concat
  transformation_config jsonb,
  -- made from the column names, and not changed by a person since
  is_generated boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- Each target gets its value from one column alone.
create unique index mssql_field_mappings_target_key on mssql_field_mappings (store_id, target_field);

-- What a table may hold besides the fields that every source has.
alter table products add column description text;
alter table variants add column custom_fields jsonb;

-- Rows of a table that could not be mapped: counted all, listed the first of them.
alter table sync_runs add column skipped_count integer not null default 0;
-- Their products and variants, which the source still has.
alter table sync_seen_batches add column unread_ids text[] collate "C" not null default '{}';
alter table sync_seen_batches add column unread_variant_ids text[] collate "C" not null default '{}';
create table sync_skipped_rows (
  run_id uuid not null references sync_runs (id) on delete cascade,
  position integer not null,
  source_key text not null,
  reason text not null,
  primary key (run_id, position)
);
