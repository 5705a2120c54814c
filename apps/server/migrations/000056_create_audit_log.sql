-- Who changed what, or signed in, from where, and with what outcome.
create table audit_log (
  id uuid primary key,
  at timestamptz not null,
  -- The call of the API, or of the sign-in service: stores.update, auth.signIn.
  call text not null,
  outcome text not null check (outcome in ('ok', 'refused', 'failed')),
  actor_kind text not null check (actor_kind in ('person', 'api_key', 'system', 'unknown')),
  actor_id uuid,
  -- As the actor was known at the time; for a failed sign-in the address that was typed.
  actor_name text,
  ip text not null,
  user_agent text,
  target_kind text,
  target_id text,
  target_name text,
  -- The fields that differ; a secret is "replaced".
  before jsonb,
  after jsonb,
  -- Why it was refused, or failed.
  problem text
);

create index audit_log_at_idx on audit_log (at, id);
create index audit_log_actor_idx on audit_log (actor_id, at, id);
create index audit_log_target_idx on audit_log (target_id, at, id);

-- Append-only. Retention alone removes old entries, in a transaction that says: set local storefleet.prune = 'on'.
create function keep_audit_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('storefleet.prune', true) = 'on' then
    return null;
  end if;
  raise exception 'The audit log is append-only.' using errcode = 'insufficient_privilege';
end
$$;

create trigger keep_audit_log before update or delete or truncate on audit_log
  for each statement execute function keep_audit_log();
