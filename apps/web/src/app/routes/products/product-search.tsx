import { messages } from '@storefleet/contract/messages';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { deferred } from '../../../components/deferred.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { AsOfContext } from '../../../features/as-of/as-of-context.ts';
import { SelectableGrid } from '../../../features/bulk-price/components/selectable-grid.tsx';
import { useEditing } from '../../../features/bulk-price/use-editing.tsx';
import type { GridRow } from '../../../features/products/grid/grid-rows.ts';
import { isSearch, SEARCH_SCREEN } from '../../../features/products/search-address.ts';
import { selectedVariantOf } from '../../../features/products/selection/selection-store.ts';
import {
  SelectionProvider,
  useHasSelection,
  useSelectionOf,
} from '../../../features/products/selection/use-selection.ts';
import { useProductSearch } from '../../../features/products/use-product-search.ts';
import { useScreenScans } from '../../../features/scan/use-screen-scans.ts';
import { paths } from '../../../lib/paths.ts';
import { SearchFrame } from '../../search/search-frame.tsx';
import { SearchTools } from '../../search/search-tools.tsx';
import { SearchView } from '../../search/search-view.tsx';
import { SelectionGuard } from '../../search/selection-guard.tsx';
import { usePageTitle } from '../../use-page-title.ts';
import classes from './product-search.module.css';

const BulkActions = deferred(
  () => import('../../../features/bulk-updates/components/actions/bulk-actions.tsx'),
  'BulkActions',
);

const RestoreActions = deferred(
  () => import('../../../features/bulk-updates/components/actions/restore-actions.tsx'),
  'RestoreActions',
);

export function ProductSearchScreen() {
  usePageTitle(messages.search.title);
  const { search, change, changeLayout, read } = useProductSearch(SEARCH_SCREEN);
  const selection = useSelectionOf(search);
  const hasSelection = useHasSelection(selection);
  const { bar, ...editing } = useEditing({
    locked: search.asOf === null ? undefined : 'These are past values. Go back to now to edit.',
  });
  const navigate = useNavigate();
  const applied = useRef<string | null>(null);
  const select = (rows: GridRow[], code: string) => {
    const scope = isSearch(search) ? search : { ...search, query: code, type: 'barcode' as const };
    if (scope !== search) change({ query: scope.query, type: scope.type });
    const variants = rows.flatMap(({ item, variant }) => (variant ? [selectedVariantOf(item, variant)] : []));
    selection.set(variants, true, scope);
    return 'Selected';
  };
  useScreenScans(search, select);
  const onApplied = (batchId: string) => {
    applied.current = batchId;
    void navigate({ to: paths.bulkUpdate, params: { batchId } });
  };
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
        isSteady={() => editing.grid.position() !== null}
      >
        {({ items, rows, total, isMore, stale }) => (
          <AsOfContext value={search.asOf}>
            <SelectableGrid
              label="Products found"
              items={items}
              rows={rows}
              layout={search.layout}
              onLayout={changeLayout}
              scope={search}
              total={total}
              isMore={isMore}
              whole={search.viewAll}
              sort={search.sort}
              onSort={(sort) => change({ sort })}
              stale={stale}
              {...editing}
            />
          </AsOfContext>
        )}
      </SearchFrame>
      <div className={classes.edits} data-raised={hasSelection || undefined}>
        {bar}
      </div>
      {hasSelection &&
        (search.asOf === null ? (
          <BulkActions selection={selection} onApplied={onApplied} />
        ) : (
          <RestoreActions selection={selection} asOf={search.asOf} onApplied={onApplied} />
        ))}
      {/* Also before there is a selection, so that it asks from then on. */}
      <SelectionGuard
        selection={selection}
        isResult={(pathname) => applied.current !== null && pathname.endsWith(`/${applied.current}`)}
      />
    </SelectionProvider>
  );
}
