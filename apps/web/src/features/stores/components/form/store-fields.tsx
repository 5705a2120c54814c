import { connectsBy } from '@storefleet/contract/stores/store-kinds';
import type { Store } from '@storefleet/contract/stores/stores';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import type { ReactNode } from 'react';
import { Field, FieldList } from '../../../../components/text/field-list.tsx';
import { RelativeTime } from '../../../../components/text/relative-time.tsx';
import { Chip, StatusDot } from '../../../../components/text/status-badge.tsx';
import { formatDay } from '../../../../lib/format/format-time.ts';
import { connectionLabel, storeStatusLabels, storeStatusTones, storeTypeLabels } from '../../store-labels.ts';
import classes from './store-fields.module.css';

/** The facts of a store; what is not filled in is left out. `lastSynced` is how its sync says it. */
export function StoreFields({ store, lastSynced }: { store: Store; lastSynced: ReactNode }) {
  const address = [store.store_address, store.store_zip, store.store_city, store.store_province]
    .filter(Boolean)
    .join(', ');
  return (
    <FieldList>
      <Field label="Status">
        <span className={classes.status}>
          <StatusDot tone={storeStatusTones[store.store_status]} />
          {storeStatusLabels[store.store_status]}
        </span>
      </Field>
      <Field label="Type">{storeTypeLabels[store.store_type]}</Field>
      <Field label="Products">
        {formatQuantity(store.products_count, 'product')} · {formatQuantity(store.variants_count, 'variant')}
      </Field>
      <Field label="Last synced">{lastSynced}</Field>
      {connectsBy(store, 'access_token') && (
        <>
          <Field label="Connection">
            {connectionLabel(store)}
            {store.access_token_hint && ` · token ends in …${store.access_token_hint}`}
          </Field>
          {store.authorized_at && (
            <Field label="Approved">
              <RelativeTime value={store.authorized_at} />
            </Field>
          )}
          {store.granted_scopes && store.granted_scopes.length > 0 && (
            <Field label="Granted scopes">
              <span className="code">{store.granted_scopes.join(', ')}</span>
            </Field>
          )}
          <Field label="API version">{store.api_version}</Field>
          {store.api_deprecated_reason && (
            <Field label="Deprecated calls">
              <Deprecation reason={store.api_deprecated_reason} />
              {store.api_deprecated_at && (
                <>
                  {' · told '}
                  <RelativeTime value={store.api_deprecated_at} />
                </>
              )}
            </Field>
          )}
        </>
      )}
      <OptionalField label="Domain" value={store.domain} />
      <OptionalField label="Plan" value={store.plan_name} />
      <OptionalField label="Owner" value={store.store_owner} />
      {store.store_email && (
        <Field label="E-mail">
          <a className={classes.link} href={`mailto:${store.store_email}`}>
            {store.store_email}
          </a>
        </Field>
      )}
      <OptionalField label="Phone" value={store.store_phone} />
      <OptionalField label="Address" value={address} />
      <OptionalField label="Country" value={store.store_country ?? store.store_country_code} />
      <OptionalField label="Currency" value={store.store_currency} />
      <OptionalField label="Timezone" value={store.store_timezone} />
      <Field label="Added on">{formatDay(store.created_at)}</Field>
      {store.tags.length > 0 && (
        <Field label="Tags">
          <span className={classes.tags}>
            {store.tags.map((tag) => (
              <Chip key={tag}>{tag}</Chip>
            ))}
          </span>
        </Field>
      )}
      {store.notes && (
        <Field label="Notes">
          <span className={classes.notes}>{store.notes}</span>
        </Field>
      )}
    </FieldList>
  );
}

/** Shopify names a page about what is to end, as a rule. */
function Deprecation({ reason }: { reason: string }) {
  if (!/^https:\/\/\S+$/.test(reason)) return reason;
  return (
    <a className={classes.link} href={reason} target="_blank" rel="noreferrer">
      Shopify’s page about them
    </a>
  );
}

function OptionalField({ label, value }: { label: string; value: string | null }) {
  return value ? <Field label={label}>{value}</Field> : null;
}
