import { Skeleton, VisuallyHidden } from '@mantine/core';
import { connectsBy } from '@storefleet/contract/stores/store-kinds';
import type { Store } from '@storefleet/contract/stores/stores';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import type { ReactNode } from 'react';
import { ButtonLink, TextLink } from '../../../../components/text/links.tsx';
import { Chip, StatusBadge } from '../../../../components/text/status-badge.tsx';
import { paths } from '../../../../lib/paths.ts';
import { connectionLabel, storeStatusLabels, storeStatusTones, storeTypeLabels } from '../../store-labels.ts';
import classes from './store-card.module.css';
import { StoreMenu } from './store-menu.tsx';

type Props = {
  store: Store;
  /** The sync status. */
  sync: ReactNode;
  /** The button that starts a sync. */
  syncButton: ReactNode;
  onDelete: () => void;
};

export function StoreCard({ store, sync, syncButton, onDelete }: Props) {
  return (
    <article className={classes.card} aria-label={store.shop_name}>
      <div className={classes.head}>
        <h2 className={classes.name}>
          <TextLink to={paths.store} params={{ storeId: store.id }} c="var(--sf-text)">
            {store.shop_name}
          </TextLink>
        </h2>
        <StatusBadge tone={storeStatusTones[store.store_status]}>
          {storeStatusLabels[store.store_status]}
        </StatusBadge>
      </div>
      <p className={classes.url}>{store.shop_url}</p>
      {/* Zero in front of a running first sync reads as a failure. */}
      {(store.products_count > 0 || store.last_sync_at !== null) && (
        <p className={classes.counts}>
          {formatQuantity(store.products_count, 'product')} ·{' '}
          {formatQuantity(store.variants_count, 'variant')}
        </p>
      )}
      {store.description && <p className={classes.description}>{store.description}</p>}
      <div className={classes.sync}>{sync}</div>
      <ul className={classes.chips} aria-label="Properties">
        {chipsOf(store).map((chip) => (
          <li key={chip}>
            <Chip>{chip}</Chip>
          </li>
        ))}
      </ul>
      <div className={classes.actions}>
        <ButtonLink
          to={paths.store}
          params={{ storeId: store.id }}
          variant="default"
          size="xs"
          aria-label={`View Details of ${store.shop_name}`}
        >
          View Details
        </ButtonLink>
        <ButtonLink
          to={connectsBy(store, 'database_login') ? paths.storeEditMssql : paths.storeEdit}
          params={{ storeId: store.id }}
          variant="default"
          size="xs"
          aria-label={`Edit ${store.shop_name}`}
        >
          Edit
        </ButtonLink>
        <StoreMenu name={store.shop_name} onDelete={onDelete} />
        <div className={classes.syncButton}>{syncButton}</div>
      </div>
    </article>
  );
}

function chipsOf(store: Store): string[] {
  const chips = [storeTypeLabels[store.store_type]];
  if (connectsBy(store, 'access_token')) chips.push(connectionLabel(store));
  if (store.store_country) chips.push(store.store_country);
  return [...new Set([...chips, ...store.tags])];
}

const cards = ['a', 'b', 'c', 'd', 'e', 'f'];

/** The cards' placeholder while the list loads. */
export function StoreCardSkeletons() {
  return (
    <>
      <VisuallyHidden role="status">Loading stores</VisuallyHidden>
      {cards.map((card) => (
        <div key={card} className={classes.card} aria-hidden>
          <Skeleton height={18} width="55%" />
          <Skeleton height={12} width="40%" mt={8} />
          <Skeleton height={20} width="100%" mt={28} />
          <Skeleton height={20} width="70%" mt={16} />
          <Skeleton height={30} mt={18} />
        </div>
      ))}
    </>
  );
}
