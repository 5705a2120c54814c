import { VisuallyHidden } from '@mantine/core';
import { formatCount } from '@storefleet/contract/values/quantity';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { QueryErrorBanner } from '../../../components/feedback/query-error.tsx';
import { FailedCount, Figure, Figures } from '../../../components/text/figures.tsx';
import { TextLink } from '../../../components/text/links.tsx';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { paths } from '../../../lib/paths.ts';
import { summaryQuery } from '../queries.ts';

/** Any beyond this are counted. */
const NAMED = 2;

type NamedStore = { readonly id: string; readonly shop_name: string };

type Props = {
  /** Links to stores whose last sync failed. */
  failedStores: readonly NamedStore[];
};

/** All stores in a few figures. */
export function SummaryStrip({ failedStores }: Props) {
  const api = useApi();
  const summary = useQuery(summaryQuery(api));
  const { data } = summary;
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <VisuallyHidden component="h2" id={titleId}>
        Summary
      </VisuallyHidden>
      {summary.isError && (
        <QueryErrorBanner
          title={
            data ? 'These numbers may be out of date.' : 'The numbers of your stores could not be loaded.'
          }
          query={summary}
        />
      )}
      {(data || !summary.isError) && (
        <Figures>
          <Figure
            name="Stores"
            value={data && formatCount(data.stores)}
            aside={data && `${formatCount(data.active_stores)} active`}
          />
          <Figure name="Products" value={data && formatCount(data.products)} />
          <Figure name="Variants" value={data && formatCount(data.variants)} />
          <Figure
            name="Oldest sync"
            value={data && (data.oldest_sync_at ? <RelativeTime value={data.oldest_sync_at} /> : 'Never')}
            aside={data && data.never_synced > 0 && `${formatCount(data.never_synced)} never`}
          />
          <Figure
            name="Failed syncs"
            value={data && <FailedCount count={data.failed_syncs} />}
            note={data && data.failed_syncs > 0 && <StoreNames stores={failedStores} />}
          />
        </Figures>
      )}
    </section>
  );
}

function StoreNames({ stores }: { stores: readonly NamedStore[] }) {
  const others = stores.length - NAMED;
  return (
    <>
      {stores.slice(0, NAMED).map((store, index) => (
        <span key={store.id}>
          {index > 0 && ', '}
          <TextLink to={paths.store} params={{ storeId: store.id }}>
            {store.shop_name}
          </TextLink>
        </span>
      ))}
      {others > 0 && ` and ${formatCount(others)} more`}
    </>
  );
}
