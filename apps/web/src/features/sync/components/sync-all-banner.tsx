import { messages } from '@storefleet/contract/messages';
import type { SyncAllResult } from '@storefleet/contract/syncs/sync';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import { Banner } from '../../../components/feedback/banner.tsx';
import { describeError } from '../../../lib/api/describe-error.ts';
import classes from './sync-all-banner.module.css';

type Props = {
  result: SyncAllResult | undefined;
  error: Error | null;
  onDismiss: () => void;
};

/** The result of Sync All Stores, with the names of stores that did not start. */
export function SyncAllBanner({ result, error, onDismiss }: Props) {
  if (error) {
    return (
      <Banner
        tone="danger"
        title={describeError(error, messages.dashboard.syncAllFailed)}
        onDismiss={onDismiss}
      />
    );
  }
  if (!result) return null;
  if (result.total_stores === 0) {
    return <Banner tone="warning" title="No active stores to sync." onDismiss={onDismiss} />;
  }
  const failures = result.results.filter(({ success }) => !success);
  const started = formatQuantity(result.successful_syncs, 'store');
  if (failures.length === 0) {
    return <Banner tone="success" title={`Sync started for ${started}.`} onDismiss={onDismiss} />;
  }
  return (
    <Banner
      tone={result.successful_syncs === 0 ? 'danger' : 'warning'}
      title={`Sync started for ${formatCount(result.successful_syncs)} of ${formatQuantity(result.total_stores, 'store')}.`}
      onDismiss={onDismiss}
    >
      <ul className={classes.failures}>
        {failures.map((failure) => (
          <li key={failure.store_id}>
            <strong>{failure.store_name}</strong>: {failure.error ?? messages.unknownError}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
