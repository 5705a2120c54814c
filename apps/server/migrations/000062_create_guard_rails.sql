-- Each change of a guard rail gets the next number: a plan knows by which rules it was checked.
create sequence guard_rail_revisions as integer;

create table guard_rails (
  id uuid primary key,
  name text,
  title text not null,
  effect text not null check (effect in ('warning', 'approval', 'block')),
  is_enabled boolean not null,
  -- What is demanded, by its `kind`.
  rule jsonb not null,
  -- Empty lists leave nothing out.
  store_ids uuid[] not null,
  vendors text[] not null,
  product_types text[] not null,
  tags text[] not null,
  version integer not null default 1,
  revision integer not null default nextval('guard_rail_revisions'),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  updated_by_email text not null,
  updated_by_name text,
  -- Kept, so that plans that were checked by it notice that it is gone.
  deleted_at timestamptz
);

-- What a row breaks: a list of objects with the guard rail, its effect and a sentence.
alter table edit_items add column guard_rails jsonb;

alter table edit_batches
  -- Of a plan what its rows break; once it is applied also what the whole of it broke.
  add column guard_rails jsonb not null default '[]',
  add column guard_rails_revision integer,
  add column override_reason text,
  add column overridden_by uuid,
  add column overridden_by_email text,
  add column overridden_by_name text;
