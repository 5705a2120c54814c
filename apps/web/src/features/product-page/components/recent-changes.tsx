import type { ProductDetail } from '@storefleet/contract/catalogue/products/products';
import type { HistoryRecord } from '@storefleet/contract/edits/history';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { useQuery } from '@tanstack/react-query';
import { Loading } from '../../../components/feedback/loading.tsx';
import { QueryErrorBanner } from '../../../components/feedback/query-error.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Arrow } from '../../../components/text/arrow.tsx';
import { ButtonLink, TextLink } from '../../../components/text/links.tsx';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { attributeLabel } from '../../../lib/format/format-value.ts';
import { paths } from '../../../lib/paths.ts';
import { HistoryValue } from '../../history/components/history-value.tsx';
import { authorName, ORIGIN_LABELS, variantTitle } from '../../history/record-names.ts';
import { useDefinitions } from '../../metafields/use-definitions.ts';
import { recentChangesQuery } from '../api/queries.ts';
import classes from './product-page.module.css';

/** The newest changes of the product and its variants, as a timeline. */
export function RecentChanges({ product }: { product: ProductDetail }) {
  const query = useQuery(recentChangesQuery(useApi(), product.id));
  const { data: records, total } = query.data ?? {};
  return (
    <Panel
      title="Changes"
      description={total === undefined ? undefined : formatQuantity(total, 'change')}
      actions={
        total !== undefined &&
        total > 0 && (
          <ButtonLink to={paths.history} search={{ product: product.id }} variant="default" size="xs">
            All changes and undo
          </ButtonLink>
        )
      }
    >
      {query.error && !records && <QueryErrorBanner title="The changes could not be read." query={query} />}
      {query.isPending && <Loading label="Loading changes" height={64} />}
      {records?.length === 0 && (
        <p className={classes.none}>No changes yet. Edits and changes found by a sync appear here.</p>
      )}
      {records && records.length > 0 && (
        <ol className={classes.timeline}>
          {records.map((record) => (
            <Change key={record.id} record={record} />
          ))}
        </ol>
      )}
    </Panel>
  );
}

function Change({ record }: { record: HistoryRecord }) {
  const of = variantTitle(record);
  const definitions = useDefinitions();
  return (
    <li>
      <p className={classes.change}>
        <span>
          {attributeLabel(record.attribute_changed, definitions([record.store_id]))}
          {of && <span className={classes.of}> of {of}</span>}
        </span>
        <span className={classes.values}>
          <HistoryValue value={record.old_value} of={record} definitions={definitions} /> <Arrow />{' '}
          <HistoryValue value={record.new_value} of={record} definitions={definitions} />
        </span>
      </p>
      <p className={classes.when}>
        {authorName(record)} · <RelativeTime value={record.timestamp} /> ·{' '}
        {record.origin === 'outside' ? (
          ORIGIN_LABELS.outside
        ) : (
          <TextLink to={paths.bulkUpdate} params={{ batchId: record.batch_id }} underline="always">
            {ORIGIN_LABELS[record.origin]}
            {record.batch_size > 1 && ` of ${formatQuantity(record.batch_size, 'change')}`}
          </TextLink>
        )}
        {record.undone_by_batch_id !== null && ' · undone'}
      </p>
    </li>
  );
}
