-- Where entries of the audit log are sent to, if anywhere. One worker at a time holds it, so that they arrive in order.
create table audit_collectors (
  name text primary key,
  -- A collector that took no entry is left alone until then.
  waiting_until timestamptz,
  -- In a row.
  failures integer not null default 0,
  lease_id uuid,
  leased_until timestamptz
);

-- Entries that it has not taken yet.
create table audit_outbox (
  entry_id uuid primary key
);
