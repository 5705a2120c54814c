import type { HistoryBatchLine, HistoryRecord } from '@storefleet/contract/edits/history';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { useQuery } from '@tanstack/react-query';
import { Loading } from '../../../components/feedback/loading.tsx';
import { QueryErrorBanner } from '../../../components/feedback/query-error.tsx';
import { Arrow } from '../../../components/text/arrow.tsx';
import { TextLink } from '../../../components/text/links.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { paths } from '../../../lib/paths.ts';
import { useDefinitions } from '../../metafields/use-definitions.ts';
import { HistoryValue } from '../components/history-value.tsx';
import type { HistoryView } from '../filters/history-address.ts';
import { changeName } from '../record-names.ts';
import { changesOfBatchQuery } from './batches-query.ts';
import classes from './updates.module.css';

/** An update's first changes, and a link to all of them. */
export function ChangesOfUpdate({ line, view }: { line: HistoryBatchLine; view: HistoryView }) {
  const query = useQuery(changesOfBatchQuery(useApi(), view, line.batch_id));
  if (query.error) return <QueryErrorBanner title="The changes could not be read." query={query} />;
  if (!query.data) {
    return <Loading label="Loading changes" height={60} />;
  }
  const { data: records, total } = query.data;
  return (
    <>
      <ul className="plain-list">
        {records.map((record) => (
          <Change key={record.id} record={record} />
        ))}
      </ul>
      {total > records.length && (
        <TextLink to={paths.history} search={{ batch: line.batch_id }} size="sm">
          All {formatQuantity(total, 'change')}
        </TextLink>
      )}
    </>
  );
}

function Change({ record }: { record: HistoryRecord }) {
  const definitions = useDefinitions();
  return (
    <li className={classes.record}>
      <TextLink to={paths.history} search={{ product: record.product_id }}>
        {changeName(record, definitions)}
      </TextLink>
      <span className="tabular">
        <HistoryValue value={record.old_value} of={record} definitions={definitions} /> <Arrow />{' '}
        <HistoryValue value={record.new_value} of={record} definitions={definitions} />
      </span>
    </li>
  );
}
