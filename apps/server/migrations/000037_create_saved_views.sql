-- Searches that people keep under a name.
create table saved_views (
  id uuid primary key,
  owner_id uuid not null,
  -- As the owner was known at the last change.
  owner_email text not null,
  owner_name text,
  name text not null,
  screen text not null check (screen in ('search', 'bulk_price', 'history')),
  -- Parameters of the screen's address.
  address jsonb not null,
  is_shared boolean not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create unique index saved_views_name_idx on saved_views (owner_id, lower(name));
