import type { ViewScreen } from '@storefleet/contract/constants';
import { paths } from './paths.ts';

/** Screen that opens each kind of view. */
export const viewScreens: Readonly<Record<ViewScreen, string>> = {
  search: paths.search,
  bulk_price: paths.bulkPriceUpdate,
  history: paths.history,
  compare: paths.compare,
};
