-- Secrets of apps that were replaced here. A shop signs its webhooks with the old one until that is revoked there, and
-- for up to an hour more. `place`: what the secret is sealed for.
create table former_app_secrets (
  place text not null,
  sealed text not null,
  replaced_at timestamptz not null default now(),
  primary key (place, sealed)
);

create function keep_former_app_secret() returns trigger language plpgsql as $$
begin
  delete from former_app_secrets where replaced_at < now() - interval '7 days';
  if tg_table_name = 'stores' then
    insert into former_app_secrets (place, sealed)
    values ('stores/' || old.id || '/client_secret', old.client_secret_sealed);
  else
    insert into former_app_secrets (place, sealed) values ('settings/' || old.key || '/value', old.value);
  end if;
  return null;
end $$;

create trigger keep_former_client_secret after update of client_secret_sealed on stores for each row
  when (new.client_secret_sealed <> old.client_secret_sealed)
  execute function keep_former_app_secret();
create trigger keep_former_app_secret after update of value on settings for each row
  when (old.key = 'shopify_api_secret' and old.is_encrypted and new.value <> old.value)
  execute function keep_former_app_secret();

create function forget_former_app_secrets() returns trigger language plpgsql as $$
begin
  delete from former_app_secrets
  where place = case when tg_table_name = 'stores' then 'stores/' || (to_jsonb(old) ->> 'id') || '/client_secret'
    else 'settings/' || (to_jsonb(old) ->> 'key') || '/value' end;
  return null;
end $$;

-- Deleting a store empties its secrets first, as does a way of connecting that needs none.
create trigger forget_former_client_secrets after update of client_secret_sealed on stores for each row
  when (new.client_secret_sealed is null and old.client_secret_sealed is not null)
  execute function forget_former_app_secrets();
create trigger forget_former_app_secrets after delete on settings for each row
  when (old.key = 'shopify_api_secret')
  execute function forget_former_app_secrets();
