import type { StoreEditing } from '@storefleet/contract/stores/store-editing';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { Banner } from '../../../components/feedback/banner.tsx';
import classes from './locked-notice.module.css';

/** What cannot be edited in this store, with the reasons. */
export function LockedNotice({ editing }: { editing: StoreEditing | undefined }) {
  if (!editing) return null;
  const { read_only_because: reason, locked } = editing;
  const reasons = [...new Set(Object.values(locked))];
  if (reason === null && reasons.length === 0) return null;
  return (
    <div className={classes.notice}>
      {reason !== null ? (
        <Banner tone="info" title="This product is read-only">
          {reason}
        </Banner>
      ) : (
        <Banner
          tone="info"
          title={`${formatQuantity(Object.keys(locked).length, 'attribute')} cannot be changed in this store`}
        >
          <details>
            <summary className={classes.summary}>Why</summary>
            <ul className={classes.reasons}>
              {reasons.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </details>
        </Banner>
      )}
    </div>
  );
}
