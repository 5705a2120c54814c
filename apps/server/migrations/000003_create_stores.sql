create table stores (
  id uuid primary key,
  shop_name text not null,
  -- The shop's host, normalised: no scheme, path, capitals or trailing slash.
  shop_url text not null,
  description text,
  store_type text not null check (store_type in ('shopify', 'development', 'test', 'mssql')),
  store_status text not null default 'active' check (store_status in ('active', 'inactive', 'archived')),
  connection_method text not null default 'admin_api_token'
    check (connection_method in ('admin_api_token', 'oauth', 'client_credentials')),
  api_version text not null,
  admin_api_token_name text,
  -- Secrets hold what SecretBox.seal() made, bound to 'stores/<id>/<field>'; the hint is the last 4 characters.
  access_token_sealed text,
  access_token_hint text,
  client_id text,
  client_secret_sealed text,
  client_secret_hint text,
  store_country text,
  -- Null until a person or a connection test says it; then shown as USD.
  store_currency text,
  store_timezone text,
  store_owner text,
  store_email text,
  store_phone text,
  store_address text,
  store_city text,
  store_zip text,
  store_province text,
  store_country_code text,
  notes text,
  tags text[] not null default '{}',
  -- Filled from a connection test.
  domain text,
  plan_name text,
  mssql_server text,
  mssql_database text,
  mssql_table text,
  mssql_username text,
  mssql_port integer,
  mssql_where_clause text,
  mssql_trust_server_certificate boolean not null default false,
  mssql_password_sealed text,
  mssql_connection_string_sealed text,
  last_sync_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Set when a person deletes the store: it is gone for everybody from then on, while a job removes its rows.
  deleted_at timestamptz
);

create unique index stores_shop_url_key on stores (shop_url) where deleted_at is null;
