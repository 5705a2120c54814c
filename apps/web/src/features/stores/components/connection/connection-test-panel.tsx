import { Button } from '@mantine/core';
import { DEFAULT_CURRENCY, SUPPORTED_API_VERSIONS } from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import type { ConnectionTestResult } from '@storefleet/contract/stores/connection-test';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { Banner } from '../../../../components/feedback/banner.tsx';
import { Field, FieldList } from '../../../../components/text/field-list.tsx';

type Props = {
  result: ConnectionTestResult;
  /** The requested API version. */
  askedVersion: string;
  /** Selects another version, and tests again. */
  onUseVersion: (version: string) => void;
};

const [NEWEST_VERSION] = SUPPORTED_API_VERSIONS;

/** The result of a connection test: the shop, and what the access allows. */
export function ConnectionTestPanel({ result, askedVersion, onUseVersion }: Props) {
  if (!result.success) {
    return (
      <Banner tone="danger" title={messages.stores.connectionTestFailed}>
        {result.error ?? result.message}
      </Banner>
    );
  }
  const shop = result.shop_data;
  const served = result.api_version_served;
  return (
    <Banner
      tone={result.missing_scopes.length > 0 ? 'warning' : 'success'}
      title={result.missing_scopes.length > 0 ? 'Connected, but permissions are missing' : result.message}
    >
      <FieldList>
        {shop && (
          <>
            <Field label="Shop">{shop.name}</Field>
            <Field label="Plan">{shop.plan_name}</Field>
          </>
        )}
        <Field label="Products">{catalogueWords(result)}</Field>
        <Field label="Missing scopes" code>
          {result.missing_scopes.join(', ')}
        </Field>
        {result.notices.map((notice) => (
          <Field key={notice} label="Note">
            {notice}
          </Field>
        ))}
        <Field label="API version">
          {served && (served === askedVersion ? served : `${served} served, ${askedVersion} asked for`)}
        </Field>
      </FieldList>
      {served !== null && served !== askedVersion && (
        <Button variant="default" size="xs" my="xs" onClick={() => onUseVersion(NEWEST_VERSION)}>
          Use {NEWEST_VERSION}, the newest version
        </Button>
      )}
      <FieldList>
        {shop && (
          <>
            <Field label="Domain">{shop.domain}</Field>
            <Field label="Email">{shop.email}</Field>
            <Field label="Country">{shop.country}</Field>
            <Field label="Currency">{shop.currency ?? DEFAULT_CURRENCY}</Field>
            <Field label="Timezone">{shop.timezone}</Field>
          </>
        )}
        <Field label="Granted scopes" code>
          {result.granted_scopes.join(', ')}
        </Field>
      </FieldList>
    </Banner>
  );
}

function catalogueWords({ products_count: products, variants_count: variants }: ConnectionTestResult) {
  if (products === null) return null;
  const words = formatQuantity(products, 'product');
  return variants === null ? words : `${words} · ${formatQuantity(variants, 'variant')}`;
}
