-- Tokens that a shop hands out itself: to which app, how long they hold, what renews them, and what they allow.
alter table stores add column access_token_expires_at timestamptz;
alter table stores add column refresh_token_sealed text;
alter table stores add column refresh_token_expires_at timestamptz;
alter table stores add column granted_scopes text[];
-- Null for a token that a person entered.
alter table stores add column granted_to_client_id text;
alter table stores add column authorized_at timestamptz;
-- Why the last attempt on the consent page failed, as a sentence.
alter table stores add column authorization_error text;
-- Which attempt is asking for another token just now, and until when the others wait for it.
alter table stores add column token_renewal_id uuid;
alter table stores add column token_renewal_until timestamptz;

-- Attempts to connect a store on Shopify's consent page; each is good for one return, and until it expires.
create table store_authorizations (
  -- SHA-256 of the state that the browser carries to Shopify and back.
  state_hash bytea primary key,
  -- SHA-256 of what the browser that began keeps to itself.
  browser_hash bytea not null,
  store_id uuid not null references stores on delete cascade,
  -- The app that was asked for.
  client_id text not null,
  requested_by uuid not null,
  expires_at timestamptz not null
);
