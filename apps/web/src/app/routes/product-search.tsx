import { messages } from '@storefleet/contract/messages';
import { PageHeader } from '../../components/page-header.tsx';
import { ResultsTable } from '../../features/products/components/results-table.tsx';
import { SEARCH_PREFERENCE_KEYS } from '../../features/products/search-address.ts';
import { SearchFrame } from '../search/search-frame.tsx';
import { useProductSearch } from '../search/use-product-search.ts';
import { usePageTitle } from '../use-page-title.ts';

export function ProductSearchScreen() {
  usePageTitle(messages.search.title);
  const { search, change } = useProductSearch(SEARCH_PREFERENCE_KEYS);
  return (
    <>
      <PageHeader title={messages.search.title} />
      <SearchFrame search={search} onChange={change}>
        {({ items, stale }) => (
          <ResultsTable items={items} sort={search.sort} onSort={(sort) => change({ sort })} stale={stale} />
        )}
      </SearchFrame>
    </>
  );
}
