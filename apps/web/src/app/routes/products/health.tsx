import { NativeSelect, Skeleton, VisuallyHidden } from '@mantine/core';
import type { ApiClient } from '@storefleet/client/api-client';
import { HEALTH_FINDINGS } from '@storefleet/contract/catalogue/health/findings';
import type { HealthReport } from '@storefleet/contract/catalogue/health/health';
import type { VariantFix } from '@storefleet/contract/catalogue/health/variant-fixes';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { IconCheck, IconHeartCheck } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FailureBanner } from '../../../components/feedback/failure-banner.tsx';
import { QueryErrorState } from '../../../components/feedback/query-error.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { Panel } from '../../../components/panel.tsx';
import { usePreview } from '../../../features/bulk-updates/api/changes.ts';
import { LaterPreviewDialog } from '../../../features/bulk-updates/components/preview/planned-preview.tsx';
import { DoubtfulArticles } from '../../../features/health/components/doubtful-articles.tsx';
import { FindingLine } from '../../../features/health/components/finding-line.tsx';
import classes from '../../../features/health/components/findings.module.css';
import { parseHealthAddress } from '../../../features/health/health-address.ts';
import { storesQuery } from '../../../features/stores/api/queries.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { callQuery } from '../../../lib/api/call-query.ts';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../use-page-title.ts';

const route = getRouteApi('/guarded/layout/health');
const GROUPS = { prices: 'Prices', codes: 'Titles and codes', stock: 'Stock' } as const;
type Group = keyof typeof GROUPS;
type Finding = HealthReport['findings'][number];

/** Possible catalogue problems; each finding opens as a search, and some have a fix. */
export function HealthScreen() {
  usePageTitle('Catalogue health');
  const { store } = parseHealthAddress(route.useSearch());
  const api = useApi();
  const navigate = useNavigate();
  const health = useQuery(healthQuery(api, store));
  const stores = useQuery(storesQuery(api)).data ?? [];
  const preview = usePreview();
  const plan = ({ filter }: Finding, fix: VariantFix) =>
    preview.mutate({ search: { query: '', filter, store_ids: store }, fix });
  const { data } = health;

  return (
    <>
      <PageHeader
        title="Catalogue health"
        description={data && `${formatQuantity(data.products, 'product')} checked`}
        actions={
          stores.length > 1 && (
            <NativeSelect
              aria-label="Store"
              value={store ?? ''}
              data={[
                { value: '', label: 'All stores' },
                ...stores.map(({ id, shop_name }) => ({ value: id, label: shop_name })),
              ]}
              onChange={({ currentTarget: { value } }) =>
                void navigate({ to: paths.health, search: value ? { store: value } : {}, replace: true })
              }
            />
          )
        }
      />
      <FailureBanner title="The fix could not be planned" error={preview.error} onDismiss={preview.reset} />
      {health.isPending && <FindingSkeletons />}
      {health.error && !data && <QueryErrorState title="The catalogue could not be checked" query={health} />}
      {data && <FailureBanner spaced title="The catalogue could not be checked again" error={health.error} />}
      {data?.products === 0 && (
        <EmptyState
          icon={<IconHeartCheck size={20} stroke={1.6} />}
          title="No products yet"
          description="Sync a store, and its prices, codes and stock are checked here."
        />
      )}
      {data && data.products > 0 && (
        <div className={classes.groups} aria-busy={health.isPlaceholderData}>
          {(Object.keys(GROUPS) as Group[]).map((group) => (
            <Panel key={group} title={GROUPS[group]}>
              <Findings findings={data.findings.filter(({ id }) => HEALTH_FINDINGS[id].group === group)}>
                {(finding) => (
                  <FindingLine
                    key={finding.id}
                    finding={finding}
                    store={store}
                    namesStores={store === undefined && stores.length > 1}
                    onFix={plan}
                    isPlanning={preview.isPending && preview.variables.search?.filter === finding.filter}
                  />
                )}
              </Findings>
            </Panel>
          ))}
          <DoubtfulArticles store={store} />
        </div>
      )}
      {preview.data && (
        <LaterPreviewDialog
          batchId={preview.data.batch_id}
          onClose={preview.reset}
          onApplied={() =>
            void navigate({ to: paths.bulkUpdate, params: { batchId: preview.data.batch_id } })
          }
        />
      )}
    </>
  );
}

/** Findings with products; the rest in one line. */
function Findings({
  findings,
  children,
}: {
  findings: Finding[];
  children: (finding: Finding) => ReactNode;
}) {
  const found = findings.filter(({ products }) => products > 0);
  const clear = findings.filter(({ products }) => products === 0);
  return (
    <>
      {found.length > 0 && <ul className={classes.list}>{found.map(children)}</ul>}
      {clear.length > 0 && (
        <p className={classes.clear}>
          <IconCheck size={15} aria-hidden />
          <span>Nothing found: {clear.map(({ label }) => label).join(', ')}</span>
        </p>
      )}
    </>
  );
}

function FindingSkeletons() {
  return (
    <div className={classes.groups}>
      <VisuallyHidden role="status">Checking the catalogue</VisuallyHidden>
      {Object.values(GROUPS).map((title) => (
        <Skeleton key={title} height={220} />
      ))}
    </div>
  );
}

/** `store`: the id of the one that is looked at; undefined for all. */
function healthQuery(api: ApiClient, store: string | undefined) {
  return callQuery(api, 'health.findings', ['products', 'health', store ?? null], {
    query: { store_ids: store },
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
}
