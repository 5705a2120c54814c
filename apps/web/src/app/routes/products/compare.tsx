import { Button } from '@mantine/core';
import type { CompareCounts } from '@storefleet/contract/articles/compare';
import { DEFAULT_CURRENCY } from '@storefleet/contract/constants';
import type { Store } from '@storefleet/contract/stores/stores';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import { IconArrowsLeftRight, IconSettings } from '@tabler/icons-react';
import { type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { Banner } from '../../../components/feedback/banner.tsx';
import { FailureBanner } from '../../../components/feedback/failure-banner.tsx';
import { QueryErrorBanner, QueryErrorState } from '../../../components/feedback/query-error.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { ButtonLink } from '../../../components/text/links.tsx';
import { Permitted } from '../../../features/auth/components/permitted.tsx';
import { useVisibleStores } from '../../../features/auth/use-permission.ts';
import { LaterPreviewDialog } from '../../../features/bulk-updates/components/preview/planned-preview.tsx';
import {
  addressOfComparison,
  type CompareView,
  parseCompareAddress,
  readCompareAddress,
} from '../../../features/compare/compare-address.ts';
import {
  compareCountsQuery,
  comparedBy,
  comparedStores,
  comparisonQuery,
  narrowedBy,
  rulesQuery,
  usePlanCorrection,
} from '../../../features/compare/compare-queries.ts';
import { ChosenArticles } from '../../../features/compare/components/chosen-articles.tsx';
import classes from '../../../features/compare/components/compare.module.css';
import { CompareTable } from '../../../features/compare/components/compare-table.tsx';
import { CompareToolbar } from '../../../features/compare/components/compare-toolbar.tsx';
import { KindTabs } from '../../../features/compare/components/kind-tabs.tsx';
import {
  MissingArticles,
  takesProductFiles,
} from '../../../features/compare/components/missing-articles.tsx';
import { useChosenArticles } from '../../../features/compare/use-chosen-articles.ts';
import { ExportButton } from '../../../features/exports/components/export-button.tsx';
import { filterProblem } from '../../../features/products/filters/conditions.ts';
import { storesQuery } from '../../../features/stores/api/queries.ts';
import { ViewControl } from '../../../features/views/components/view-control.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../use-page-title.ts';

const route = getRouteApi('/guarded/layout/compare');
/** Rows left below when the next page is fetched. */
const ROWS_AHEAD = 40;

/** One row per article, one column per store: shows where shops disagree and plans the correction. */
export function CompareScreen() {
  usePageTitle('Compare');
  const { saved, ...address } = route.useSearch();
  const view = parseCompareAddress(address);
  const api = useApi();
  const navigate = useNavigate();
  const storesFound = useQuery(storesQuery(api));
  const known = storesFound.data;
  const isLimited = Boolean(useVisibleStores());
  // Comparing by the rest of it would show, export and correct more than was asked for.
  const isReadable = filterProblem(view.text) === null;
  const change = (part: Partial<CompareView>) =>
    void navigate({
      to: paths.compare,
      search: { ...addressOfComparison({ ...view, ...part }), saved },
      replace: part.text === undefined,
    });

  // Conflicts within a single store can still be reviewed.
  if (known && known.length < 2 && view.kind === 'shared') {
    return (
      <>
        <PageHeader title="Compare" />
        <EmptyState
          icon={<IconArrowsLeftRight size={20} stroke={1.6} />}
          title="Nothing to compare yet"
          description={
            isLimited
              ? 'Comparing takes two stores that you can see. An owner can give you access to more.'
              : 'Connect at least two stores: articles with the same SKU or barcode then appear side by side here.'
          }
          action={!isLimited && <ButtonLink to={paths.addStore}>Add a store</ButtonLink>}
        />
      </>
    );
  }
  return (
    <>
      <PageHeader
        title="Compare"
        description="The same article in all stores, by SKU or barcode"
        aside={<ViewControl screen="compare" read={readCompareAddress} />}
        actions={
          <>
            <ButtonLink
              to={paths.compareRules}
              variant="default"
              leftSection={<IconSettings size={16} aria-hidden />}
            >
              Rules and matching
            </ButtonLink>
            <ExportButton
              label="Export"
              title={`Comparison${view.text && ` of “${view.text}”`}`}
              disabled={!known || !isReadable}
              order={(api, body) =>
                api.call('files.exportComparison', { query: comparedBy(view, known ?? []), body })
              }
            />
          </>
        }
      />
      {!known && storesFound.error && (
        <QueryErrorState title="The stores could not be read" query={storesFound} />
      )}
      {known && isReadable && <Comparison view={view} stores={known} onChange={change} />}
      {known && !isReadable && (
        <>
          <CompareToolbar key={view.text} view={view} stores={namesOf(known)} onChange={change} />
          <EmptyState
            icon={<IconArrowsLeftRight size={20} stroke={1.6} />}
            title="This filter cannot be read"
            description="Correct it above: until then, nothing is compared."
          />
        </>
      )}
    </>
  );
}

type ComparisonProps = {
  view: CompareView;
  stores: readonly Pick<Store, 'id' | 'shop_name' | 'store_type' | 'store_currency'>[];
  onChange: (part: Partial<CompareView>) => void;
};

function Comparison({ view, stores, onChange }: ComparisonProps) {
  const api = useApi();
  const compared = comparedBy(view, stores);
  const list = useInfiniteQuery(comparisonQuery(api, compared));
  const counts = useQuery(compareCountsQuery(api, compared));
  const { data: { rules = [] } = {} } = useQuery(rulesQuery(api));
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.rows), [list.data]);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const onRange = useCallback(
    (_: number, last: number) => {
      if (rows && hasNextPage && !isFetchingNextPage && last > rows.length - ROWS_AHEAD) void fetchNextPage();
    },
    [rows, hasNextPage, isFetchingNextPage, fetchNextPage],
  );
  const plan = usePlanCorrection();
  const hasRules = (counts.data?.deviations ?? []).length > 0;
  const articles = useChosenArticles(hasRules ? rows : undefined, JSON.stringify(compared));
  const correct = (keys?: readonly string[]) =>
    plan.mutate({ ...compared, ...(keys ? { keys: [...keys] } : {}) });
  const planned = counts.data?.deviations.reduce((sum, { variants }) => sum + variants, 0) ?? 0;
  const shownStores = useMemo(
    () => list.data?.pages[0]?.stores ?? comparedStores(view, stores).map(asCompared),
    [list.data, view, stores],
  );
  const narrowed = narrowedBy(
    view,
    comparedStores(view, stores).map(({ id }) => id),
  );
  const lacking = view.kind === 'missing' ? stores.find(({ id }) => id === narrowed) : undefined;
  const isToBeListed = lacking !== undefined && takesProductFiles(lacking);

  return (
    <>
      <CompareToolbar key={view.text} view={view} stores={namesOf(stores)} onChange={onChange}>
        <KindTabs
          view={view}
          counts={counts.data}
          stores={shownStores}
          rules={rules.map(({ id, title }) => ({ id, name: title }))}
          onChange={(kind, of) => onChange({ kind, of })}
        />
      </CompareToolbar>
      {counts.data?.progress && (
        <Banner tone="info" title="Products are being matched">
          {formatCount(counts.data.progress.done)} of {formatQuantity(counts.data.progress.total, 'variant')}{' '}
          done. Until then some articles are not side by side yet.
        </Banner>
      )}
      <FailureBanner title="The correction could not be planned" error={plan.error} onDismiss={plan.reset} />
      {list.error && !list.data && <QueryErrorState title="The stores could not be compared" query={list} />}
      {list.data && (
        <FailureBanner spaced title="The stores could not be compared again" error={list.error} />
      )}
      {!(list.error && !list.data) && (
        <>
          <Found
            counts={counts}
            hidden={isToBeListed}
            onCorrect={view.kind === 'deviating' && planned > 0 ? () => correct() : null}
            planning={plan.isPending}
          />
          {lacking && isToBeListed && (
            <MissingArticles key={lacking.id} compared={compared} store={lacking} />
          )}
          {rows?.length === 0 ? (
            <NoArticles view={view} />
          ) : (
            <CompareTable
              rows={rows}
              stores={shownStores}
              attributes={view.attributes}
              stale={list.isPlaceholderData}
              selected={hasRules ? articles.chosen : null}
              onToggle={articles.toggle}
              onToggleAll={articles.toggleAll}
              onRange={onRange}
            />
          )}
        </>
      )}
      {articles.chosen.size > 0 && (
        <ChosenArticles
          count={articles.chosen.size}
          onCorrect={() => correct([...articles.chosen])}
          planning={plan.isPending}
          onClear={articles.clear}
        />
      )}
      {plan.data && <Planned batchId={plan.data.batch_id} onClose={plan.reset} />}
    </>
  );
}

type FoundProps = {
  counts: UseQueryResult<CompareCounts>;
  hidden: boolean;
  onCorrect: (() => void) | null;
  planning: boolean;
};

/** How many articles there are. */
function Found({ counts, hidden, onCorrect, planning }: FoundProps) {
  return (
    <div className={classes.found} data-hidden={hidden || undefined}>
      {counts.error && !counts.data ? (
        <QueryErrorBanner title="The articles could not be counted." query={counts} />
      ) : (
        <span role="status" className={hidden ? 'sr-only' : undefined}>
          {counts.data ? formatQuantity(counts.data.total, 'article') : 'Counting articles …'}
        </span>
      )}
      {onCorrect && (
        <Permitted call="compare.plan">
          <Button size="xs" loading={planning} onClick={onCorrect}>
            Correct all…
          </Button>
        </Permitted>
      )}
    </div>
  );
}

function NoArticles({ view }: { view: CompareView }) {
  const icon = <IconArrowsLeftRight size={20} stroke={1.6} />;
  const { attributes, ...narrowed } = addressOfComparison(view);
  if (Object.values(narrowed).every((value) => value === undefined)) {
    return (
      <EmptyState
        icon={icon}
        title="No shared articles yet"
        description="No SKU or barcode appears in two stores. Sync the stores, or change how articles are matched."
        action={
          <ButtonLink to={paths.compare} search={{ attributes, show: 'all' }} variant="default">
            Show all articles
          </ButtonLink>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={icon}
      title="No matching articles"
      description="No articles in these stores match these filters."
      action={
        <ButtonLink to={paths.compare} search={{ attributes, show: 'all' }} variant="default">
          Show all articles
        </ButtonLink>
      }
    />
  );
}

const namesOf = (stores: ComparisonProps['stores']) =>
  stores.map(({ id, shop_name }) => ({ id, name: shop_name }));

/** Named like the comparison, so that its column appears before its values. */
const asCompared = ({ id, shop_name, store_currency, store_type }: ComparisonProps['stores'][number]) => ({
  id,
  name: shop_name,
  currency: store_currency ?? DEFAULT_CURRENCY,
  store_type,
});

function Planned({ batchId, onClose }: { batchId: string; onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <LaterPreviewDialog
      batchId={batchId}
      onClose={onClose}
      onApplied={() => void navigate({ to: paths.bulkUpdate, params: { batchId } })}
    />
  );
}
