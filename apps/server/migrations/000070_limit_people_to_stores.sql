-- The stores that a member or a key sees; null for all of them. Owners see all whatever stands here.
alter table users add column store_ids uuid[];
alter table hosted_members add column store_ids uuid[];
alter table api_keys add column store_ids uuid[];
