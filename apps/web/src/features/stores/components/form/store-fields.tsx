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

/** A store's details, without empty ones. `lastSynced` comes from its sync status. */
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
          <Field label="Approved">
            {store.authorized_at && <RelativeTime value={store.authorized_at} />}
          </Field>
          <Field label="Granted scopes" code>
            {store.granted_scopes?.join(', ')}
          </Field>
          <Field label="API version">{store.api_version}</Field>
          <Field label="Deprecated calls">
            {store.api_deprecated_reason && (
              <Deprecation reason={store.api_deprecated_reason} at={store.api_deprecated_at} />
            )}
          </Field>
        </>
      )}
      <Field label="Domain">{store.domain}</Field>
      <Field label="Plan">{store.plan_name}</Field>
      <Field label="Owner">{store.store_owner}</Field>
      <Field label="Email">
        {store.store_email && (
          <a className={classes.link} href={`mailto:${store.store_email}`}>
            {store.store_email}
          </a>
        )}
      </Field>
      <Field label="Phone">{store.store_phone}</Field>
      <Field label="Address">{address}</Field>
      <Field label="Country">{store.store_country ?? store.store_country_code}</Field>
      <Field label="Currency">{store.store_currency}</Field>
      <Field label="Timezone">{store.store_timezone}</Field>
      <Field label="Added on">{formatDay(store.created_at)}</Field>
      <Field label="Tags">
        {store.tags.length > 0 && (
          <span className={classes.tags}>
            {store.tags.map((tag) => (
              <Chip key={tag}>{tag}</Chip>
            ))}
          </span>
        )}
      </Field>
      <Field label="Notes">{store.notes && <span className={classes.notes}>{store.notes}</span>}</Field>
    </FieldList>
  );
}

/** Shopify usually links to a page about the deprecation. */
function Deprecation({ reason, at }: { reason: string; at: string | null }) {
  return (
    <>
      {/^https:\/\/\S+$/.test(reason) ? (
        <a className={classes.link} href={reason} target="_blank" rel="noreferrer">
          Shopify’s page about them
        </a>
      ) : (
        reason
      )}
      {at && (
        <>
          {' · reported '}
          <RelativeTime value={at} />
        </>
      )}
    </>
  );
}
