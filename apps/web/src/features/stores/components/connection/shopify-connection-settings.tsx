import { NativeSelect, TextInput } from '@mantine/core';
import {
  ACCESS_TOKEN_PREFIX,
  API_VERSIONS,
  type ConnectionMethod,
  LEGACY_API_VERSIONS,
  SUPPORTED_API_VERSIONS,
} from '@storefleet/contract/constants';
import type { Store } from '@storefleet/contract/stores/stores';
import type { ReactNode } from 'react';
import { Fold } from '../../../../components/fold.tsx';
import type { Fields } from '../../../../components/form/use-draft.ts';
import { Panel } from '../../../../components/panel.tsx';
import {
  hasEnteredToken,
  isOtherShop,
  isUnusualToken,
  type StoreFormValues,
} from '../../form/shopify-store-values.ts';
import { SecretInput } from '../form/secret-input.tsx';
import classes from '../form/store-form.module.css';
import { OAuthConnection } from './oauth-connection.tsx';

const methodLabels: Record<ConnectionMethod, string> = {
  admin_api_token: 'Admin API token',
  oauth: 'OAuth (approve the app at Shopify)',
  client_credentials: 'Client id and secret (Dev Dashboard app)',
};
const methods = Object.keys(methodLabels) as ConnectionMethod[];
const versions: readonly string[] = API_VERSIONS;
const retired: readonly string[] = LEGACY_API_VERSIONS;

type Props = {
  fields: Fields<keyof StoreFormValues>;
  values: StoreFormValues;
  store: Store | null;
  /** Whether the settings have the Shopify app; null while unknown. */
  appIsEntered: boolean | null;
  footer: ReactNode;
};

export function ShopifyConnectionSettings({ fields, values, store, appIsEntered, footer }: Props) {
  const moves = isOtherShop(values, store);
  const isToken = values.connection_method === 'admin_api_token';
  const isRetired = retired.includes(values.api_version);
  const version = (
    <NativeSelect
      description={isRetired ? 'Retired: Shopify answers with its oldest supported version.' : undefined}
      {...fields.text('api_version')}
    >
      {store && !versions.includes(store.api_version) && <option>{store.api_version}</option>}
      <optgroup label="Supported by Shopify">
        {SUPPORTED_API_VERSIONS.map((version) => (
          <option key={version}>{version}</option>
        ))}
      </optgroup>
      <optgroup label="Retired: answered by a newer version">
        {LEGACY_API_VERSIONS.map((version) => (
          <option key={version}>{version}</option>
        ))}
      </optgroup>
    </NativeSelect>
  );
  const tokenName = (
    <TextInput
      description="A name for the token, to find it again in Shopify."
      {...fields.text('admin_api_token_name')}
    />
  );
  const secretKey = (
    <SecretInput
      label="API secret key"
      name="client_secret"
      optional
      isSet={store?.has_client_secret ?? false}
      hint={store?.client_secret_hint ?? null}
      note="Optional. It verifies the changes that Shopify reports by webhook."
      fields={fields}
    />
  );
  return (
    <Panel title="Connection Settings">
      <div className={classes.grid}>
        <NativeSelect
          data={methods.map((method) => ({ value: method, label: methodLabels[method] }))}
          {...fields.text('connection_method')}
        />
        {store && version}
        {isToken && (
          <>
            {store && tokenName}
            <SecretInput
              name="access_token"
              isSet={hasEnteredToken(store) && !moves}
              hint={store?.access_token_hint ?? null}
              note={
                isUnusualToken(values.access_token)
                  ? `Admin API tokens start with ${ACCESS_TOKEN_PREFIX}. Is this the right one?`
                  : `The token starts with ${ACCESS_TOKEN_PREFIX}`
              }
              fields={fields}
            />
            {store && secretKey}
          </>
        )}
        {values.connection_method === 'oauth' && (
          <div className={classes.wide}>
            <OAuthConnection store={store} appIsEntered={appIsEntered} />
          </div>
        )}
        {values.connection_method === 'client_credentials' && (
          <>
            <TextInput required spellCheck={false} {...fields.text('client_id')} />
            <SecretInput
              name="client_secret"
              isSet={(store?.has_client_secret ?? false) && !moves}
              hint={store?.client_secret_hint ?? null}
              note="From the app’s settings in the Dev Dashboard. Its tokens renew themselves."
              fields={fields}
            />
          </>
        )}
        {!store && (
          <Fold label={`API version ${values.api_version}${isToken ? ', token name and webhook key' : ''}`}>
            <div className={classes.grid}>
              {version}
              {isToken && tokenName}
              {isToken && secretKey}
            </div>
          </Fold>
        )}
      </div>
      <div className={classes.footer}>{footer}</div>
    </Panel>
  );
}
