-- When something last came for a store that was not signed with its app's secret.
alter table store_webhooks add column refused_at timestamptz;
