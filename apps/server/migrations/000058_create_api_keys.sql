-- What scripts and other machines sign in with, in the place of the owner who made it.
create table api_keys (
  id uuid primary key,
  name text not null,
  -- SHA-256 of the secret, which has 190 random bits and is stored nowhere.
  secret_hash bytea not null,
  -- How the secret begins, to recognise it by.
  hint text not null,
  role text not null check (role in ('viewer', 'proposer', 'editor', 'owner')),
  requests_per_minute integer not null,
  created_by uuid not null,
  created_by_email text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  -- Written once a minute at most.
  last_used_at timestamptz,
  revoked_at timestamptz
);

create unique index api_keys_secret_hash_key on api_keys (secret_hash);
