import { Button, UnstyledButton } from '@mantine/core';
import { ApiError } from '@storefleet/client/api-error';
import { SEARCH_PAGE_SIZES } from '@storefleet/contract/catalogue/catalogue-constants';
import type { SearchResultItem } from '@storefleet/contract/catalogue/products/products';
import { DEFAULT_CURRENCY } from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import { kindOf } from '@storefleet/contract/stores/store-kinds';
import { formatCount, formatTotal } from '@storefleet/contract/values/quantity';
import { IconColumns3, IconFilter, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { type Failure, PagedFrame } from '../../components/data-table/paging/paged-frame.tsx';
import { deferred } from '../../components/deferred.tsx';
import { loadPopover, useDropdown } from '../../components/dropdown/use-dropdown.ts';
import { EmptyState } from '../../components/feedback/states.tsx';
import { AsOfButton } from '../../features/as-of/components/as-of-button.tsx';
import { elsewhereQuery, searchPageQuery } from '../../features/products/api/search-products.ts';
import { SearchForm } from '../../features/products/components/search-form.tsx';
import { StoreFilter } from '../../features/products/components/store-filter.tsx';
import { COLUMNS } from '../../features/products/grid/columns.ts';
import type { GridLayout } from '../../features/products/grid/grid-layout.ts';
import { type GridRow, gridRows } from '../../features/products/grid/grid-rows.ts';
import { ResultsSkeleton } from '../../features/products/grid/results-skeleton.tsx';
import { isSearch, type ProductSearch, type SearchScreen } from '../../features/products/search-address.ts';
import { useAllResults } from '../../features/products/use-all-results.ts';
import { storesQuery } from '../../features/stores/api/queries.ts';
import { useApi } from '../../lib/api/api-context.ts';
import { NothingFound } from './nothing-found.tsx';
import { PastNotice } from './past-notice.tsx';
import classes from './search-frame.module.css';

const FilterBar = deferred(
  () => import('../../features/products/filters/filter-bar.tsx'),
  'FilterBar',
  <div className={classes.filter}>Filter</div>,
);

const ColumnMenu = deferred(() => import('../../features/products/grid/column-menu.tsx'), 'ColumnMenu');

type FoundResults = {
  items: readonly SearchResultItem[];
  /** Sort of the items, as laid out in the table. */
  rows: readonly GridRow[];
  /** Products found on all pages; or those counted, with more to come. */
  total: number;
  isMore: boolean;
  /** Rows of an earlier request while newer ones load. */
  stale: boolean;
};

type Props = {
  search: ProductSearch;
  screen: SearchScreen;
  onChange: (changes: Partial<ProductSearch>) => void;
  onLayout: (layout: GridLayout) => void;
  /** Rows stay as they are until refetched on purpose; window focus does not refetch. */
  isSteady: () => boolean;
  children: (found: FoundResults) => ReactNode;
};

type ViewProps = Props & { onEditFilter: () => void };

/** The form, states and pages of a product search around its rows. */
export function SearchFrame(props: Props) {
  const { search, onChange } = props;
  /** Number of requests to edit the filter. */
  const [edited, setEdited] = useState(0);
  const view = { ...props, onEditFilter: () => setEdited(edited + 1) };
  return (
    <>
      <div className={classes.form}>
        <SearchForm
          query={search.query}
          type={search.type}
          filtered={search.filter !== ''}
          onSearch={(query, type) => onChange({ query, type })}
        />
        <div className={classes.narrow}>
          <Filters search={search} edited={edited} onChange={(filter) => onChange({ filter })} />
          <SearchedStores search={search} onChange={onChange} />
        </div>
      </div>
      <section
        className={classes.results}
        aria-label="Search results"
        data-pictures={usePictures(search) || undefined}
      >
        <Elsewhere search={search} onShow={() => onChange({ stores: 'all' })} />
        {!isSearch(search) ? (
          <EmptyState icon={<IconSearch size={20} stroke={1.6} />} title={messages.search.hint} />
        ) : search.viewAll ? (
          <AllResultsView {...view} />
        ) : (
          <PagedView {...view} />
        )}
      </section>
    </>
  );
}

/** Whether any of the stores searched has pictures; rows leave room for them then. */
function usePictures({ stores: chosen }: ProductSearch): boolean {
  const { data: stores } = useQuery(storesQuery(useApi()));
  return (
    stores === undefined ||
    stores.some((store) => kindOf(store).images && (chosen === 'all' || chosen.includes(store.id)))
  );
}

type FiltersProps = { search: ProductSearch; edited: number; onChange: (filter: string) => void };

/** Loaded with the first filter; most searches have none. */
function Filters({ search, edited, onChange }: FiltersProps) {
  const [opened, setOpened] = useState(false);
  if (search.filter === '' && !opened) {
    return (
      <UnstyledButton className={classes.filter} data-action="Filter…" onClick={() => setOpened(true)}>
        <IconFilter size={14} aria-hidden />
        Filter
      </UnstyledButton>
    );
  }
  return <FilterBar search={search} onChange={onChange} startOpened={opened} edited={edited} />;
}

function SearchedStores({ search, onChange }: Pick<Props, 'search' | 'onChange'>) {
  const { data: stores = [] } = useQuery(storesQuery(useApi()));
  if (stores.length === 0) return null;
  const choose = (chosen: ProductSearch['stores']) => onChange({ stores: chosen });
  return <StoreFilter options={stores} value={search.stores} onChange={choose} />;
}

/** Counts results in unselected stores, so that a saved selection never hides results unnoticed. */
function Elsewhere({ search, onShow }: { search: ProductSearch; onShow: () => void }) {
  const { data } = useQuery(elsewhereQuery(useApi(), search));
  if (search.stores === 'all' || !isSearch(search) || !data || data.total === 0) return null;
  return (
    <p className={`${classes.elsewhere} tabular`} role="status">
      {data.more ? `More than ${formatCount(data.total)}` : formatCount(data.total)} more in stores that are
      not selected.
      <UnstyledButton className={classes.show} onClick={onShow}>
        Show them
      </UnstyledButton>
    </p>
  );
}

const NO_ITEMS: readonly SearchResultItem[] = [];

function useRows(items: readonly SearchResultItem[], { layout }: ProductSearch): readonly GridRow[] {
  return useMemo(() => gridRows(items, layout.grouped), [items, layout.grouped]);
}

function PagedView(props: ViewProps) {
  const { search, onChange, isSteady, children } = props;
  const page = useQuery({ ...searchPageQuery(useApi(), search), refetchOnWindowFocus: () => !isSteady() });
  const sortNote = useSortNote(search);
  const items = page.data?.results ?? NO_ITEMS;
  const rows = useRows(items, search);
  const { total, more_than_total: isMore = false } = page.data?.pagination ?? {};
  const pages = Math.max(1, Math.ceil((total ?? 0) / search.pageSize));
  return (
    <>
      <PastNotice search={search} onChange={onChange} reach={page.data?.as_of} />
      <PagedFrame
        total={total}
        isMore={isMore}
        shown={items.length}
        failure={failureOf(page.error, { title: messages.search.failed, detail: page.error?.message }, props)}
        retrying={page.isFetching}
        onRetry={() => void page.refetch()}
        noun="results"
        empty={<NothingFound search={search} onChange={onChange} />}
        summary={{
          text: [messages.search.found(total ?? 0, search.page, pages, isMore), sortNote]
            .filter(Boolean)
            .join(' '),
          action: { label: messages.search.viewAll, onClick: () => onChange({ viewAll: true }) },
          tools: <TableTools {...props} />,
        }}
        paging={{
          page: search.page,
          size: search.pageSize,
          sizes: SEARCH_PAGE_SIZES,
          alwaysShown: true,
          onPage: (next) => {
            onChange({ page: next });
            window.scrollTo({ top: 0 });
          },
          onSize: (pageSize) => onChange({ pageSize }),
        }}
      >
        {total === undefined ? (
          <ResultsSkeleton layout={search.layout} />
        ) : (
          children({ items, rows, total, isMore, stale: page.isPlaceholderData })
        )}
      </PagedFrame>
    </>
  );
}

function AllResultsView(props: ViewProps) {
  const { search, onChange, children } = props;
  const { items, total, isMore, reach, loading, error, retry } = useAllResults(useApi(), search);
  const rows = useRows(items, search);
  const sortNote = useSortNote(search);
  return (
    <>
      <PastNotice search={search} onChange={onChange} reach={reach} />
      <PagedFrame
        total={total ?? undefined}
        isMore={isMore}
        shown={items.length}
        failure={failureOf(error, { title: messages.search.loadAllFailed }, props)}
        retrying={loading}
        onRetry={retry}
        noun="results"
        empty={<NothingFound search={search} onChange={onChange} />}
        summary={{
          text: [messages.search.showing(items.length, total ?? 0, isMore), sortNote]
            .filter(Boolean)
            .join(' '),
          action: { label: messages.search.paginated, onClick: () => onChange({ viewAll: false }) },
          tools: <TableTools {...props} />,
        }}
        progress={
          loading && total !== null && (isMore || items.length < total)
            ? `Loading all results: ${formatCount(items.length)} of ${formatTotal(total, isMore)}`
            : undefined
        }
      >
        {total === null ? (
          <ResultsSkeleton layout={search.layout} />
        ) : (
          children({ items, rows, total, isMore, stale: false })
        )}
      </PagedFrame>
    </>
  );
}

/** Retrying cannot fix an invalid filter: it must be edited. */
function failureOf(
  error: Error | null,
  failure: Failure,
  { onChange, onEditFilter }: ViewProps,
): Failure | null {
  const problem = error instanceof ApiError ? error.fieldError('filter') : undefined;
  if (problem === undefined) return error && failure;
  return {
    title: 'This filter cannot be read',
    detail: problem,
    remedy: (
      <>
        <Button variant="default" onClick={onEditFilter}>
          Edit filter
        </Button>
        <Button variant="default" onClick={() => onChange({ filter: '' })}>
          Clear filter
        </Button>
      </>
    ),
  };
}

/** Column and display options; loaded on demand. */
function TableTools({ search, screen, onChange, onLayout }: Props) {
  const { Panel, panel, button } = useDropdown('dialog', loadPopover);
  return (
    <>
      {screen.hasPast && <AsOfButton size="xs" asOf={search.asOf} onChange={(asOf) => onChange({ asOf })} />}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconColumns3 size={14} aria-hidden />}
        data-action="Columns…"
        {...button}
      >
        Columns
      </Button>
      {Panel && (
        <Panel {...panel} position="bottom-end" width={320}>
          <ColumnMenu
            layout={search.layout}
            atFirst={screen.layout}
            stores={search.stores}
            onChange={onLayout}
          />
        </Panel>
      )}
    </>
  );
}

/** How amounts in several currencies are sorted. Null for a single currency. */
function useSortNote({ sort, stores: chosen }: ProductSearch): string | null {
  const { data: stores = [] } = useQuery(storesQuery(useApi()));
  if (!sort || COLUMNS[sort.field].kind !== 'money') return null;
  const searched = stores.filter(({ id }) => chosen === 'all' || chosen.includes(id));
  const currencies = [
    ...new Set(searched.map(({ store_currency }) => store_currency ?? DEFAULT_CURRENCY)),
  ].toSorted();
  if (currencies.length < 2) return null;
  return `Sorted by ${COLUMNS[sort.field].label.toLowerCase()} within each currency: ${currencies.join(', ')}.`;
}
