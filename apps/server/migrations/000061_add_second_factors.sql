-- The authenticator apps of members; one that was not confirmed yet has no verified_at and protects nothing.
create table second_factors (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  friendly_name text not null,
  -- Sealed.
  secret text not null,
  -- The time step of the newest code that was accepted: no code of it or before is taken again.
  last_step integer,
  verified_at timestamptz,
  last_challenged_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index second_factors_user_id_idx on second_factors (user_id);
create unique index second_factors_verified_key on second_factors (user_id) where verified_at is not null;

create table second_factor_challenges (
  id uuid primary key,
  factor_id uuid not null references second_factors on delete cascade,
  created_at timestamptz not null
);
create index second_factor_challenges_factor_id_idx on second_factor_challenges (factor_id);

-- What stands in for the authenticator app once. SHA-256 of the code, which has 80 random bits.
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

alter table installation add column demands_second_factor boolean not null default false;
