import type { BulkUpdateBatch, BulkUpdateStore } from '@storefleet/contract/edits/bulk-update-batches';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { Link } from '@tanstack/react-router';
import { Arrow } from '../../../components/text/arrow.tsx';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { StatusBadge } from '../../../components/text/status-badge.tsx';
import { formatMoney } from '../../../lib/format/format-money.ts';
import { paths } from '../../../lib/paths.ts';
import { nameOf, stateOf } from '../inbox-words.ts';
import classes from './plans-list.module.css';

/** Plans with author, age, sums and warnings. */
export function PlansList({ plans }: { plans: readonly BulkUpdateBatch[] }) {
  return (
    <ul className={classes.list}>
      {plans.map((plan) => (
        <li key={plan.batch_id} className={classes.item}>
          <Plan plan={plan} />
        </li>
      ))}
    </ul>
  );
}

function Plan({ plan }: { plan: BulkUpdateBatch }) {
  const { batch_id, title, note, requested_by, submission, warnings, guard_rails } = plan;
  const { label, tone } = stateOf(plan);
  const concerns = [
    ...guard_rails.map((broken) => `${broken.title}: ${formatQuantity(broken.rows, 'row')}`),
    ...warnings.filter(({ code }) => code !== 'guard_rail').map(({ message }) => message),
  ];
  return (
    <>
      <div className={classes.head}>
        <Link to={paths.bulkUpdate} params={{ batchId: batch_id }} className={classes.title}>
          {title}
        </Link>
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </div>
      <p className={classes.details}>
        <span>{nameOf(requested_by)}</span>
        {submission && <RelativeTime value={submission.submitted_at} />}
        {plan.stores.map((store) => (
          <Sum key={store.store_id} store={store} />
        ))}
      </p>
      {note && <p className={classes.note}>“{note}”</p>}
      {concerns.length > 0 && (
        <ul className={classes.concerns}>
          {concerns.map((concern) => (
            <li key={concern}>{concern}</li>
          ))}
        </ul>
      )}
      {submission?.decision && (
        <p className={classes.details}>
          {label} by {nameOf(submission.decided_by)}
          {submission.reason && `: “${submission.reason}”`}
        </p>
      )}
    </>
  );
}

/** Change of a store's sum of the first amount. */
function Sum({ store: { store_name, store_currency, amounts } }: { store: BulkUpdateStore }) {
  const [amount] = amounts;
  if (amount === undefined) return <span>{store_name}</span>;
  return (
    <span>
      <bdi>{store_name}</bdi> {formatMoney(amount.before, store_currency)} <Arrow />{' '}
      {formatMoney(amount.after, store_currency)}
    </span>
  );
}
