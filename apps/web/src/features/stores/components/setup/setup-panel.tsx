import { printFilter } from '@storefleet/contract/catalogue/filter/filter-text';
import type { SyncMethod } from '@storefleet/contract/constants';
import { connectsBy } from '@storefleet/contract/stores/store-kinds';
import type { Store } from '@storefleet/contract/stores/stores';
import type { SyncStatus } from '@storefleet/contract/syncs/sync';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ButtonWithReason } from '../../../../components/button-with-reason.tsx';
import { Panel } from '../../../../components/panel.tsx';
import { ButtonLink } from '../../../../components/text/links.tsx';
import { paths } from '../../../../lib/paths.ts';
import { isSyncing } from '../../../sync/sync-state.ts';
import { isConnected } from '../../form/shopify-store-values.ts';
import { connectionLabel } from '../../store-labels.ts';
import { NightlyOffer } from './nightly-offer.tsx';
import classes from './setup-panel.module.css';

type Props = {
  store: Store;
  status: SyncStatus | undefined;
  /** Why no sync can start, or null. */
  blockedBecause: string | null;
  /** The full sync status. */
  sync: ReactNode;
  onStart: (method: SyncMethod) => void;
  /** Closes the setup; null until every step is done. */
  done: ReactNode;
};

/** The remaining steps for a newly connected store, each with its action. */
export function SetupPanel({ store, status, blockedBecause, sync, onStart, done }: Props) {
  const isTable = connectsBy(store, 'database_login');
  const isSynced = store.last_sync_at !== null;
  return (
    <Panel title="Get started" actions={done}>
      <ol className={classes.steps}>
        <Step title="Connection" isDone={isConnected(store)}>
          {isTable ? `${store.mssql_table} in ${store.mssql_database}` : connectionWords(store)}
        </Step>
        <Step title="First sync" isDone={isSynced}>
          <section className={classes.sync} aria-label="Sync">
            {!isSynced && 'Reads every product into this tool. Nothing in the store is changed.'}
            {sync}
            {!isSynced && status && !isSyncing(status) && (
              <ButtonWithReason
                size="xs"
                className={classes.action}
                reason={blockedBecause}
                onClick={() => onStart(isTable ? 'mssql' : 'graphql')}
              >
                Start first sync
              </ButtonWithReason>
            )}
          </section>
        </Step>
        <NightlyOffer store={store}>
          {(isScheduled, offer) => (
            <Step title="Nightly sync" isDone={isScheduled}>
              {offer}
            </Step>
          )}
        </NightlyOffer>
      </ol>
      {isSynced && (
        <ButtonLink
          to={paths.search}
          search={{ filter: printFilter({ store: { any: [store.shop_name], none: [] } }), stores: store.id }}
        >
          Open {formatQuantity(store.products_count, 'product')}
        </ButtonLink>
      )}
    </Panel>
  );
}

function connectionWords(store: Store): string {
  if (!isConnected(store)) return 'Waiting for the app to be approved in Shopify.';
  return [connectionLabel(store), store.plan_name && `${store.plan_name} plan`].filter(Boolean).join(' · ');
}

type StepProps = { title: string; isDone: boolean; children: ReactNode };

function Step({ title, isDone, children }: StepProps) {
  return (
    <li className={classes.step} data-done={isDone || undefined}>
      <span className={classes.mark}>{isDone && <IconCheck size={14} stroke={2.4} aria-label="Done" />}</span>
      <div>
        <h3 className={classes.title}>{title}</h3>
        <div className="muted small">{children}</div>
      </div>
    </li>
  );
}
