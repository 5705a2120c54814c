import type { ApiClient } from '@storefleet/client/api-client';
import type { SearchResultItem } from '@storefleet/contract/catalogue/products/products';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { distinctBy, useAllPages } from '../../lib/api/use-all-pages.ts';
import { allResultsQuery } from './api/search-products.ts';
import type { ProductSearch } from './search-address.ts';

const idOf = ({ product }: SearchResultItem) => product.id;

/** All loaded results of a search. `total` is null until the first response. */
export function useAllResults(api: ApiClient, search: ProductSearch) {
  const { pages, ...loading } = useAllPages(useInfiniteQuery(allResultsQuery(api, search)), search.viewAll);
  const items = useMemo(() => distinctBy(pages?.flatMap(({ results }) => results) ?? [], idOf), [pages]);
  const { total = null, more_than_total: isMore = false } = pages?.at(-1)?.pagination ?? {};
  return { items, total, isMore, reach: pages?.at(0)?.as_of, ...loading };
}
