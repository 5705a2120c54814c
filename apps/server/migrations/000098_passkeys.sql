-- What members sign in with instead of a password. The key is public: there is nothing to seal.
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- Base64url, as browsers send it.
  credential_id text not null unique,
  public_key bytea not null,
  -- Of its signatures; stays 0 for keys that are synchronised between devices.
  counter bigint not null,
  transports text[] not null,
  friendly_name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user_id_idx on passkeys (user_id);

create table passkey_challenges (
  id uuid primary key,
  -- Of a registration; nobody is known yet when somebody signs in.
  user_id uuid references users on delete cascade,
  challenge text not null,
  created_at timestamptz not null
);
create index passkey_challenges_created_at_idx on passkey_challenges (created_at);
create index passkey_challenges_user_id_idx on passkey_challenges (user_id);
