import { messages } from '@storefleet/contract/messages';
import { IconPencil } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { PageHeader } from '../../../components/page-header.tsx';
import { ButtonLink } from '../../../components/text/links.tsx';
import { ResultsTable } from '../../../features/products/components/results-table.tsx';
import type { GridRow } from '../../../features/products/grid/grid-rows.ts';
import { addressOf, isSearch, SEARCH_SCREEN } from '../../../features/products/search-address.ts';
import { selectedVariantOf } from '../../../features/products/selection/selection-store.ts';
import {
  SelectionProvider,
  useHasSelection,
  useSelectionOf,
} from '../../../features/products/selection/use-selection.ts';
import { useScreenScans } from '../../../features/scan/use-screen-scans.ts';
import { paths } from '../../paths.ts';
import { SearchFrame } from '../../search/search-frame.tsx';
import { SearchTools } from '../../search/search-tools.tsx';
import { SearchView } from '../../search/search-view.tsx';
import { useProductSearch } from '../../search/use-product-search.ts';
import { usePageTitle } from '../../use-page-title.ts';

const BulkActions = lazy(async () => ({
  default: (await import('../../../features/bulk-updates/components/actions/bulk-actions.tsx')).BulkActions,
}));

const SelectionGuard = lazy(async () => ({
  default: (await import('../../search/selection-guard.tsx')).SelectionGuard,
}));

export function ProductSearchScreen() {
  usePageTitle(messages.search.title);
  const { search, change, changeLayout, read } = useProductSearch(SEARCH_SCREEN);
  const selection = useSelectionOf(search);
  const hasSelection = useHasSelection(selection);
  const navigate = useNavigate();
  const select = (rows: GridRow[], code: string) => {
    const scope = isSearch(search) ? search : { ...search, query: code, type: 'barcode' as const };
    if (scope !== search) change({ query: scope.query, type: scope.type });
    const variants = rows.flatMap(({ item, variant }) => (variant ? [selectedVariantOf(item, variant)] : []));
    selection.set(variants, true, scope);
    return 'Selected';
  };
  useScreenScans(search, select);
  return (
    <SelectionProvider value={selection}>
      <PageHeader
        title={messages.search.title}
        aside={<SearchView screen="search" search={search} read={read} />}
        actions={<SearchTools search={search} />}
      />
      <SearchFrame
        search={search}
        screen={SEARCH_SCREEN}
        onChange={change}
        onLayout={changeLayout}
        tools={
          <ButtonLink
            variant="default"
            size="xs"
            leftSection={<IconPencil size={14} aria-hidden />}
            title="The same rows in Bulk Price, where each value can be edited"
            to={paths.bulkPriceUpdate}
            search={addressOf(search, SEARCH_SCREEN)}
          >
            Edit in place
          </ButtonLink>
        }
      >
        {({ items, total, isMore, stale }) => (
          <ResultsTable
            items={items}
            layout={search.layout}
            onLayout={changeLayout}
            scope={search}
            total={total}
            isMore={isMore}
            whole={search.viewAll}
            sort={search.sort}
            onSort={(sort) => change({ sort })}
            stale={stale}
          />
        )}
      </SearchFrame>
      {hasSelection && (
        <Suspense>
          <BulkActions
            selection={selection}
            onApplied={(batchId) =>
              void navigate({ to: paths.bulkUpdate, params: { batchId }, ignoreBlocker: true })
            }
          />
          <SelectionGuard selection={selection} />
        </Suspense>
      )}
    </SelectionProvider>
  );
}
