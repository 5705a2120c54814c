-- The encryption key that this database's secrets are sealed under, by its name: every process has to have it.
create table sealing_key (
  is_only boolean primary key default true check (is_only),
  -- What SecretBox writes in front of everything that it seals.
  key_id text not null
);

insert into sealing_key (key_id)
select split_part(sealed, '.', 2)
from (
  select private_jwk_sealed as sealed, 1 as place from signing_keys where retired_at is null
  union all
  select unnest(array[access_token_sealed, client_secret_sealed, mssql_password_sealed]), 2 from stores
  union all
  select value, 3 from settings where is_encrypted
) as secrets
where sealed is not null
order by place
limit 1;

-- What a process has to understand before it may take the work up: one of an older version leaves it to newer ones.
alter table sync_runs add column work_version integer not null default 1;
alter table edit_batches add column work_version integer not null default 1;
alter table scheduled_syncs add column work_version integer not null default 1;
