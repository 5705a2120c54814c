-- Views that stay in the navigation, and those whose deletion can be taken back.
alter table saved_views add column deleted_at timestamptz;

drop index saved_views_name_idx;
-- Contract: it asks less than the one before, which alone the version before knows.
create unique index saved_views_name_idx on saved_views (owner_id, lower(name)) where deleted_at is null;

create table view_pins (
  person_id uuid primary key,
  -- In the person's order. Those that are deleted or not shared any more are left out by readers.
  view_ids uuid[] not null
);
