import { SECRET_HINT_LENGTH } from '@storefleet/contract/constants';
import { Secret } from '../../../platform/crypto/secret.ts';
import type { SecretBox } from '../../../platform/crypto/secret-box.ts';
import type { StoreChanges, StoreRow } from '../stores.table.ts';

/** The secrets a store can hold, as the contract names them. */
export type StoreSecrets = {
  access_token?: string | undefined;
  client_secret?: string | undefined;
  mssql_password?: string | undefined;
  mssql_connection_string?: string | undefined;
};
type SecretField = keyof StoreSecrets | 'refresh_token';

/** The row and column a store's secret is bound to, so that it opens nowhere else. */
export const placeOfStoreSecret = (storeId: string, field: SecretField) => `stores/${storeId}/${field}`;

/** The columns to write for the secrets sent; a blank one leaves its columns unchanged. */
export function sealStoreSecrets(box: SecretBox, storeId: string, secrets: StoreSecrets): StoreChanges {
  const seal = (field: keyof StoreSecrets) =>
    box.seal(secrets[field] ?? '', placeOfStoreSecret(storeId, field));
  return {
    ...(secrets.access_token
      ? { access_token_sealed: seal('access_token'), access_token_hint: hintOf(secrets.access_token) }
      : {}),
    ...(secrets.client_secret
      ? { client_secret_sealed: seal('client_secret'), client_secret_hint: hintOf(secrets.client_secret) }
      : {}),
    ...(secrets.mssql_password ? { mssql_password_sealed: seal('mssql_password') } : {}),
    ...(secrets.mssql_connection_string
      ? { mssql_connection_string_sealed: seal('mssql_connection_string') }
      : {}),
  };
}

/** A token granted by a shop: it changes too often for a hint to be useful. */
export function sealGrantedToken(
  box: SecretBox,
  storeId: string,
  { token, refreshToken }: { readonly token: Secret; readonly refreshToken: Secret | null },
) {
  const seal = (field: SecretField, secret: Secret) =>
    box.seal(secret.reveal(), placeOfStoreSecret(storeId, field));
  return {
    access_token_sealed: seal('access_token', token),
    refresh_token_sealed: refreshToken === null ? null : seal('refresh_token', refreshToken),
  };
}

export function openStoreSecret(box: SecretBox, row: StoreRow, field: SecretField): Secret | null {
  const sealed = row[`${field}_sealed`];
  return sealed === null ? null : new Secret(box.open(sealed, placeOfStoreSecret(row.id, field)));
}

/**
 * The last characters, which distinguish tokens; none if the token is so short that they would reveal much of
 * it.
 */
function hintOf(secret: string): string | null {
  return secret.length >= SECRET_HINT_LENGTH * 2 ? secret.slice(-SECRET_HINT_LENGTH) : null;
}
