-- Who is about to change what: noted before it is changed, and replaced by the entry of the audit log that says what
-- came of it. What stays here was cut off, and becomes an entry as well.
create table audit_attempts (
  id uuid primary key,
  at timestamptz not null,
  call text not null,
  actor_kind text not null,
  actor_id uuid,
  actor_name text,
  ip text not null,
  user_agent text,
  target_kind text,
  target_id text,
  target_name text,
  -- What was asked for, without secrets.
  request jsonb
);

create index audit_attempts_at_idx on audit_attempts (at);
