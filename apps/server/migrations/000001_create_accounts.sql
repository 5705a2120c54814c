create table users (
  id uuid primary key,
  -- Always lower case: the address is compared as typed nowhere.
  email text not null unique,
  -- Argon2 in PHC form, parameters included. Null until an invited person has chosen one.
  password_hash text,
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  recovery_sent_at timestamptz,
  reauthentication_sent_at timestamptz,
  -- The address asked for, until its owner confirms it.
  new_email text,
  email_change_sent_at timestamptz,
  last_sign_in_at timestamptz,
  -- Disabled until then; null for a member in good standing.
  banned_until timestamptz,
  -- Written by the server and by service-role callers only.
  app_metadata jsonb not null default '{}',
  -- Written by the person; never a source of permissions.
  user_metadata jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index users_created_at_idx on users (created_at, id);

create table user_sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- How the session began, as the `amr` claim has it: [{"method": "password", "timestamp": 1763996400}].
  amr jsonb not null,
  -- The generation of the newest refresh tokens; see refresh_tokens.
  generation integer not null default 0,
  user_agent text,
  ip_address text,
  created_at timestamptz not null,
  refreshed_at timestamptz not null
);

create index user_sessions_user_id_idx on user_sessions (user_id);

-- Every refresh issues a token of the next generation. Used tokens stay until their session ends, so that the
-- reuse of an old one is noticed.
create table refresh_tokens (
  -- SHA-256 of the token; the token itself is stored nowhere.
  token_hash bytea primary key,
  session_id uuid not null references user_sessions on delete cascade,
  generation integer not null,
  created_at timestamptz not null
);

create index refresh_tokens_session_id_idx on refresh_tokens (session_id);

-- Links and codes that work once: set-up, recovery, invitation, e-mail change, PKCE code, re-authentication.
create table one_time_tokens (
  token_hash bytea primary key,
  purpose text not null,
  -- Null for the set-up link: there is nobody yet.
  user_id uuid references users on delete cascade,
  -- The address the token confirms; differs from the user's own for an e-mail change.
  email text,
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create index one_time_tokens_user_id_idx on one_time_tokens (user_id);

create table signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  -- The private JWK as SecretBox.seal() made it, bound to 'signing_keys/<kid>/private_jwk'.
  private_jwk_sealed text not null,
  -- The public API key of the application, signed with this key; not a secret.
  anon_key text not null,
  created_at timestamptz not null,
  -- A retired key still verifies what it signed.
  retired_at timestamptz
);

create unique index signing_keys_one_active_key on signing_keys ((true)) where retired_at is null;

-- Counted tries by account and by address, shared by all processes.
create table auth_throttle (
  -- What is counted and a SHA-256 of whom: neither addresses nor e-mails are kept here.
  key text primary key,
  tries integer not null,
  -- Fixed windows begin then; growing delays count from the last try.
  counted_at timestamptz not null,
  blocked_until timestamptz
);

create index auth_throttle_counted_at_idx on auth_throttle (counted_at);
