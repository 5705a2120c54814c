-- Tokens that a shop hands out itself: how long they hold, what renews them, and what they allow.
alter table stores add column access_token_expires_at timestamptz;
alter table stores add column refresh_token_sealed text;
alter table stores add column refresh_token_expires_at timestamptz;
alter table stores add column granted_scopes text[];
alter table stores add column authorized_at timestamptz;
-- Why the last attempt on the consent page failed, as a sentence.
alter table stores add column authorization_error text;

-- Attempts to connect a store on Shopify's consent page; each is good for one return within minutes.
create table store_authorizations (
  -- SHA-256 of the state that the browser carries to Shopify and back.
  state_hash bytea primary key,
  store_id uuid not null references stores on delete cascade,
  requested_by uuid not null,
  expires_at timestamptz not null
);
