-- Exports and imports that people began: how far they are, and for an hour how those ended whose end nobody heard of.
create table file_work (
  -- Whoever knows it may fetch the file of an export, once.
  id uuid primary key,
  owner_id uuid not null,
  kind text not null check (kind in ('export', 'import')),
  title text not null,
  -- An export waits until the browser fetches it.
  status text not null check (status in ('waiting', 'in_progress', 'completed', 'failed')),
  -- Of what an export is, and its format.
  ordered jsonb,
  counted text not null check (counted in ('product', 'change', 'row')),
  done integer not null default 0,
  total integer,
  error text,
  batch_id uuid,
  started_at timestamptz not null default now(),
  heartbeat_at timestamptz not null default now()
);

create index file_work_owner_idx on file_work (owner_id, started_at);
