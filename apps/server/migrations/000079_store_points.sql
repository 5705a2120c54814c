-- What each shop's last answers said of the points left for calls, and who has spent them since about a minute.
create table store_points (
  store_id uuid primary key references stores on delete cascade,
  maximum integer not null,
  available integer not null,
  restore_rate double precision not null,
  measured_at timestamptz not null,
  used_since timestamptz not null,
  syncs integer not null,
  edits integer not null,
  webhooks integer not null
);

-- Points that syncs leave to edits; null for the usual share.
alter table stores add column points_floor integer check (points_floor >= 0);
