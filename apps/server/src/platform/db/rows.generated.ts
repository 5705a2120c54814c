// Written by schema.test.ts from the migrated database.

export type HostedMembersRow = {
  id: string;
  email: string;
  name: string | null;
  joined_at: Date | null;
  disabled_at: Date | null;
  last_sign_in_at: Date | null;
  created_at: Date;
};

export type SettingsRow = {
  key: string;
  value: string;
  value_hint: string | null;
  description: string | null;
  is_encrypted: boolean;
  created_at: Date;
  updated_at: Date;
};

export type StoresRow = {
  id: string;
  shop_name: string;
  shop_url: string;
  description: string | null;
  store_type: 'shopify' | 'development' | 'test' | 'mssql';
  store_status: 'active' | 'inactive' | 'archived';
  connection_method: 'admin_api_token' | 'oauth' | 'client_credentials';
  api_version: string;
  admin_api_token_name: string | null;
  access_token_sealed: string | null;
  access_token_hint: string | null;
  client_id: string | null;
  client_secret_sealed: string | null;
  client_secret_hint: string | null;
  store_country: string | null;
  store_currency: string | null;
  store_timezone: string | null;
  store_owner: string | null;
  store_email: string | null;
  store_phone: string | null;
  store_address: string | null;
  store_city: string | null;
  store_zip: string | null;
  store_province: string | null;
  store_country_code: string | null;
  notes: string | null;
  tags: string[];
  domain: string | null;
  plan_name: string | null;
  mssql_server: string | null;
  mssql_database: string | null;
  mssql_table: string | null;
  mssql_username: string | null;
  mssql_port: number | null;
  mssql_where_clause: string | null;
  mssql_trust_server_certificate: boolean;
  mssql_password_sealed: string | null;
  mssql_connection_string_sealed: string | null;
  last_sync_at: Date | null;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
  access_token_expires_at: Date | null;
  refresh_token_sealed: string | null;
  refresh_token_expires_at: Date | null;
  granted_scopes: string[] | null;
  granted_to_client_id: string | null;
  authorized_at: Date | null;
  authorization_error: string | null;
  token_renewal_id: string | null;
  token_renewal_until: Date | null;
  shop_id: string | null;
  shop_domains: string[];
  api_deprecated_reason: string | null;
  api_deprecated_at: Date | null;
};

export type UsersRow = {
  id: string;
  email: string;
  password_hash: string | null;
  email_confirmed_at: Date | null;
  invited_at: Date | null;
  recovery_sent_at: Date | null;
  reauthentication_sent_at: Date | null;
  new_email: string | null;
  email_change_sent_at: Date | null;
  last_sign_in_at: Date | null;
  banned_until: Date | null;
  app_metadata: Record<string, unknown>;
  user_metadata: Record<string, unknown>;
  created_at: Date;
  updated_at: Date;
};
