import type { ViewScreen } from '@storefleet/contract/catalogue/catalogue-constants';
import { deferred } from '../../components/deferred.tsx';
import { isSearch, type ProductSearch } from '../../features/products/search-address.ts';

const ViewControl = deferred(() => import('../../features/views/components/view-control.tsx'), 'ViewControl');

type Props = {
  screen: ViewScreen;
  search: ProductSearch;
  read: (address: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
};

/** Next to the title: the open view, or the button to save the search as one. Loads with the first search. */
export function SearchView({ screen, search, read }: Props) {
  if (!isSearch(search)) return null;
  return <ViewControl screen={screen} read={read} />;
}
