import type { AsOf } from '@storefleet/contract/catalogue/as-of';
import { deferred } from '../../components/deferred.tsx';
import type { ProductSearch } from '../../features/products/search-address.ts';

const AsOfNotice = deferred(() => import('../../features/as-of/components/as-of-notice.tsx'), 'AsOfNotice');

type Props = {
  search: ProductSearch;
  onChange: (changes: Partial<ProductSearch>) => void;
  reach: AsOf | undefined;
};

/** What past values show and what they leave out. */
export function PastNotice({ search, onChange, reach }: Props) {
  if (search.asOf === null) return null;
  return (
    <AsOfNotice asOf={search.asOf} reach={reach} onLeave={() => onChange({ asOf: null })}>
      Values that differ now are marked. Search, filters and sorting use the current catalogue, without
      products removed since. Stock is that of now.
    </AsOfNotice>
  );
}
