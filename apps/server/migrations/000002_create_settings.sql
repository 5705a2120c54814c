create table settings (
  key text primary key,
  -- Plain text, or what SecretBox.seal() made of it when is_encrypted is true.
  value text not null,
  value_hint text,
  description text,
  is_encrypted boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
