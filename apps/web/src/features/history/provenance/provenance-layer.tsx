import { Portal, Skeleton } from '@mantine/core';
import { labelOf } from '@storefleet/contract/attributes/attributes';
import type { Provenance } from '@storefleet/contract/edits/history';
import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { TextLink } from '../../../components/text/links.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { describeError } from '../../../lib/api/describe-error.ts';
import { formatDateTime } from '../../../lib/format/format-time.ts';
import { paths } from '../../../lib/paths.ts';
import { type Definitions, useDefinitions } from '../../metafields/use-definitions.ts';
import { HistoryValue } from '../components/history-value.tsx';
import { authorName, personName } from '../record-names.ts';
import classes from './provenance.module.css';
import { useValueAtHand, type ValueAtHand } from './use-value-at-hand.ts';

/** Shows who or what set a value, when and from where, for any element that identifies its value. */
export function ProvenanceLayer() {
  const shown = useValueAtHand();
  if (!shown?.element.isConnected) return null;
  return (
    <Portal>
      <ProvenanceCard {...shown} />
    </Portal>
  );
}

function ProvenanceCard({ element, value }: ValueAtHand) {
  const { productId: product_id, variantId, attribute } = value;
  const api = useApi();
  const definitions = useDefinitions();
  const query = { product_id, variant_id: variantId ?? undefined, attribute };
  const { data, error } = useQuery({
    queryKey: ['history', 'provenance', query],
    queryFn: ({ signal }) => api.call('history.provenance', { query, signal }),
    staleTime: 5_000,
  });
  const storeIds = data?.change ? [data.change.store_id] : [];
  return (
    <div className={classes.card} style={placeBeside(element)} role="status" data-provenance>
      <p className={classes.title}>{labelOf(attribute, definitions(storeIds))}</p>
      {data ? (
        <Origin {...data} productId={product_id} definitions={definitions} />
      ) : error ? (
        describeError(error)
      ) : (
        <Skeleton height={36} />
      )}
    </div>
  );
}

function Origin({
  change,
  title,
  note,
  override,
  approved_by,
  first_seen,
  productId,
  definitions,
}: Provenance & { productId: string; definitions: Definitions }) {
  if (change === null) {
    return first_seen ? `First seen in the sync of ${formatDateTime(first_seen)}.` : 'Not known.';
  }
  const when = formatDateTime(change.timestamp);
  return (
    <>
      <p>
        {change.origin === 'outside'
          ? `Changed in ${change.store_details.shop_name}, found ${howFound(change.found_by)}${when}`
          : `Set by ${authorName(change)}, ${when}`}
        {approved_by && `, approved by ${personName(approved_by)}`}
      </p>
      <p className="muted tabular">
        Before: <HistoryValue value={change.old_value} of={change} definitions={definitions} />
      </p>
      {title && (
        <p>
          {change.origin === 'outside' ? (
            <TextLink to={paths.history} search={{ batch: change.batch_id }}>
              {title}
            </TextLink>
          ) : (
            <TextLink to={paths.bulkUpdate} params={{ batchId: change.batch_id }}>
              {title}
            </TextLink>
          )}
        </p>
      )}
      {note && <p>{note}</p>}
      {override && (
        <p>
          Guard rail overridden: {override.reason} ({personName(override.by)})
        </p>
      )}
      <p>
        <TextLink to={paths.history} search={{ product: productId }}>
          All changes of this product
        </TextLink>
      </p>
    </>
  );
}

const howFound = (by: 'sync' | 'webhook' | null) =>
  by === null ? '' : by === 'sync' ? 'by the sync of ' : 'by a webhook of ';

const WIDTH = 304;
const HEIGHT = 190;
const GAP = 4;

/** Beside the value, so that the rows below stay reachable; above or below it on phones. */
function placeBeside(element: HTMLElement): CSSProperties {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const { innerWidth, innerHeight } = window;
  const beside = Math.max(GAP, Math.min(top, innerHeight - HEIGHT));
  if (right + WIDTH + GAP < innerWidth) return { left: right + GAP, width: WIDTH, top: beside };
  if (left > WIDTH + GAP) return { left: left - WIDTH - GAP, width: WIDTH, top: beside };
  const width = Math.min(WIDTH, innerWidth - 2 * GAP);
  const x = Math.max(GAP, Math.min(left, innerWidth - width - GAP));
  return bottom + HEIGHT > innerHeight && top > HEIGHT
    ? { left: x, width, bottom: innerHeight - top + GAP }
    : { left: x, width, top: bottom + GAP };
}
