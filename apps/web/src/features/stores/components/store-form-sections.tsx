import { NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import {
  ACCESS_TOKEN_PREFIX,
  type ConnectionMethod,
  LEGACY_API_VERSIONS,
  PLATFORM_STORE_TYPES,
  STORE_STATUS_LABELS,
  STORE_STATUSES,
  SUPPORTED_API_VERSIONS,
} from '@storefleet/contract/constants';
import type { Store } from '@storefleet/contract/stores';
import type { ReactNode } from 'react';
import { Panel } from '../../../components/panel.tsx';
import { isUnusualToken, type StoreFormValues } from '../store-form.ts';
import { storeTypeLabels } from '../store-labels.ts';
import classes from './store-form.module.css';

type Fields = (name: keyof StoreFormValues) => GetInputPropsReturnType;
type SectionProps = { fields: Fields };

export function BasicInformation({ fields }: SectionProps) {
  return (
    <Panel title="Basic Information">
      <div className={classes.grid}>
        <TextInput
          label="Store name"
          name="shop_name"
          required
          autoComplete="off"
          maxLength={255}
          {...fields('shop_name')}
        />
        <TextInput
          label="Store URL"
          name="shop_url"
          required
          placeholder="your-store.myshopify.com"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...fields('shop_url')}
        />
        <Textarea
          label="Description"
          name="description"
          className={classes.wide}
          autosize
          minRows={2}
          {...fields('description')}
        />
        <NativeSelect
          label="Store type"
          name="store_type"
          data={PLATFORM_STORE_TYPES.map((type) => ({ value: type, label: storeTypeLabels[type] }))}
          {...fields('store_type')}
        />
        <NativeSelect
          label="Status"
          name="store_status"
          description="Inactive stores are left out of Sync All and of schedules; archived ones are read-only."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={STORE_STATUSES.map((status) => ({ value: status, label: STORE_STATUS_LABELS[status] }))}
          {...fields('store_status')}
        />
      </div>
    </Panel>
  );
}

const methodLabels: Record<ConnectionMethod, string> = {
  admin_api_token: 'Admin API token',
  client_credentials: 'Client id and secret (Dev Dashboard app)',
  oauth: 'OAuth',
};

type ConnectionProps = SectionProps & { values: StoreFormValues; store: Store | null; footer: ReactNode };

export function ConnectionSettings({ fields, values, store, footer }: ConnectionProps) {
  const methods: ConnectionMethod[] = ['admin_api_token', 'client_credentials'];
  if (store?.connection_method === 'oauth') methods.push('oauth');
  return (
    <Panel title="Connection Settings">
      <div className={classes.grid}>
        <NativeSelect
          label="Connection method"
          name="connection_method"
          data={methods.map((method) => ({ value: method, label: methodLabels[method] }))}
          {...fields('connection_method')}
        />
        <NativeSelect label="API version" name="api_version" {...fields('api_version')}>
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
        {values.connection_method === 'admin_api_token' && (
          <>
            <TextInput
              label="Token name"
              name="admin_api_token_name"
              description="Your own name for the token, to find it again in Shopify."
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              autoComplete="off"
              {...fields('admin_api_token_name')}
            />
            <SecretInput
              label="Admin API token"
              name="access_token"
              isSet={store?.has_access_token ?? false}
              hint={store?.access_token_hint ?? null}
              note={
                isUnusualToken(values.access_token)
                  ? `Admin API tokens start with ${ACCESS_TOKEN_PREFIX}. Is this the right one?`
                  : `The token starts with ${ACCESS_TOKEN_PREFIX}`
              }
              fields={fields}
            />
          </>
        )}
        {values.connection_method === 'client_credentials' && (
          <>
            <TextInput
              label="Client id"
              name="client_id"
              required
              autoComplete="off"
              spellCheck={false}
              {...fields('client_id')}
            />
            <SecretInput
              label="Client secret"
              name="client_secret"
              isSet={store?.has_client_secret ?? false}
              hint={store?.client_secret_hint ?? null}
              note="From the app’s settings in the Dev Dashboard. Tokens made with it are renewed by themselves."
              fields={fields}
            />
          </>
        )}
      </div>
      <div className={classes.footer}>{footer}</div>
    </Panel>
  );
}

type SecretProps = SectionProps & {
  label: string;
  name: 'access_token' | 'client_secret';
  isSet: boolean;
  /** The last characters of the stored one. */
  hint: string | null;
  note: string;
};

/** Write-only: the stored secret is never shown, and a blank field keeps it. */
function SecretInput({ label, name, isSet, hint, note, fields }: SecretProps) {
  const kept = hint ? `Set, ends in …${hint}. Leave blank to keep it.` : 'Set. Leave blank to keep it.';
  return (
    <PasswordInput
      label={label}
      name={name}
      required={!isSet}
      placeholder={isSet ? 'Unchanged' : ''}
      description={isSet ? `${kept} ${note}` : note}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      spellCheck={false}
      visibilityToggleButtonProps={{ 'aria-label': `Show ${label}` }}
      {...fields(name)}
    />
  );
}

export function StoreConfiguration({ fields }: SectionProps) {
  return (
    <Panel
      title="Store Configuration"
      description="Left blank, the currency, country and timezone are taken from the shop."
    >
      <div className={classes.grid}>
        <TextInput
          label="Currency"
          name="store_currency"
          placeholder="USD"
          maxLength={3}
          autoComplete="off"
          {...fields('store_currency')}
        />
        <TextInput label="Country" name="store_country" autoComplete="off" {...fields('store_country')} />
        <TextInput
          label="Timezone"
          name="store_timezone"
          placeholder="Europe/Berlin"
          autoComplete="off"
          {...fields('store_timezone')}
        />
        <TextInput
          label="Tags"
          name="tags"
          description="Separated by commas"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          {...fields('tags')}
        />
      </div>
    </Panel>
  );
}

const detailFields = [
  { name: 'store_owner', label: 'Owner', type: 'text' },
  { name: 'store_email', label: 'E-mail', type: 'email' },
  { name: 'store_phone', label: 'Phone', type: 'tel' },
  { name: 'store_address', label: 'Address', type: 'text' },
  { name: 'store_city', label: 'City', type: 'text' },
  { name: 'store_province', label: 'Province', type: 'text' },
  { name: 'store_zip', label: 'Postal code', type: 'text' },
  { name: 'store_country_code', label: 'Country code', type: 'text' },
] as const;

export function StoreDetails({ fields }: SectionProps) {
  return (
    <Panel title="Store Details">
      <div className={classes.grid}>
        {detailFields.map(({ name, label, type }) => (
          <TextInput key={name} label={label} name={name} type={type} autoComplete="off" {...fields(name)} />
        ))}
      </div>
    </Panel>
  );
}

export function NotesSection({ fields }: SectionProps) {
  return (
    <Panel title="Notes">
      <Textarea aria-label="Notes" name="notes" autosize minRows={3} {...fields('notes')} />
    </Panel>
  );
}
