-- The issuer that tokens and service keys of this installation name, whatever APP_URL a process was started with.
create table installation (
  is_only boolean primary key default true check (is_only),
  issuer text not null,
  -- The APP_URL of the latest start, to say so when another start has another one.
  app_url text not null
);

-- The session that asked for a new address: it goes on when the address is confirmed, and all others end.
alter table one_time_tokens add column session_id uuid;
-- Who had the link made, where it was shown to somebody else than its subject.
alter table one_time_tokens add column actor_id uuid;

-- A refresh token is derived from the one before it and this salt, so that the one before can be answered with it
-- again for some seconds. Null for the first of a session.
alter table refresh_tokens add column salt bytea;

-- What a person is told when they sign in, until they dismiss it.
create table account_notices (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- The address of the member who got a link that signs in as this person; null for somebody at the server's shell or
  -- a program with a service key.
  actor_email text,
  created_at timestamptz not null
);

create index account_notices_user_id_idx on account_notices (user_id, created_at);

-- Networks and devices from which an account has signed in: guesses from elsewhere do not make them wait.
create table known_places (
  -- What kind of place, and a SHA-256 of account and place: neither addresses nor e-mails are kept here.
  key text primary key,
  seen_at timestamptz not null
);

create index known_places_seen_at_idx on known_places (seen_at);

-- Who of a hosted project may in.
create table hosted_members (
  -- The account at the project with which the member signed in first, and the only one from then on; made up before.
  id uuid primary key,
  -- Always lower case.
  email text not null unique,
  name text,
  joined_at timestamptz,
  disabled_at timestamptz,
  last_sign_in_at timestamptz,
  created_at timestamptz not null
);
