import type { Store } from '@storefleet/contract/stores/stores';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';

export type OptionalReading = {
  readonly setting:
    | 'stock_per_location'
    | 'reads_collections'
    | 'reads_channels'
    | 'reads_price_lists'
    | 'reads_descriptions'
    | 'reads_images';
  readonly label: string;
  /** What it adds to a full sync, and the scopes that it needs. */
  readonly costOf: (store: Store) => string;
};

/** Small shops are synced page by page, the others by an export. */
const PAGED_UP_TO = 1_000;
const PRODUCTS_PER_PAGE = { paged: 50, exported: 250 };
const KILOBYTES_PER_DESCRIPTION = 3;

/** What syncs read beside the products where it is switched on. */
export const OPTIONAL_READINGS: readonly OptionalReading[] = [
  {
    setting: 'stock_per_location',
    label: 'Stock per location',
    // More locations make a call slightly more expensive.
    costOf: ({ variants_count }) =>
      `Adds about ${formatCount(callsFor(variants_count, 250) * 11)} points to a full sync. Needs the scopes read_inventory and read_locations.`,
  },
  {
    setting: 'reads_collections',
    label: 'Collections',
    // The list costs 26 points for up to 250 collections.
    costOf: (store) => `Adds about ${formatCount(pointsForPages(store, 14) + 26)} points to a full sync.`,
  },
  {
    setting: 'reads_channels',
    label: 'Sales channels',
    // A product by its id is an object; channels are scalars of it. Their list costs 24 points.
    costOf: (store) =>
      `Adds about ${formatCount(pointsForPages(store, 2) + 24)} points to a full sync. Needs the scope read_publications, and write_publications to publish.`,
  },
  {
    setting: 'reads_price_lists',
    label: 'Market price lists',
    costOf: (store) => `${costOfPriceLists(store)} Products with few fixed prices cost less.`,
  },
  {
    setting: 'reads_descriptions',
    label: 'Descriptions',
    costOf: ({ products_count }) => {
      const megabytes = Math.ceil((Math.max(1, products_count) * KILOBYTES_PER_DESCRIPTION) / 1024);
      return `Costs no points. A full sync reads and keeps about ${formatCount(megabytes)} MB more.`;
    },
  },
  {
    setting: 'reads_images',
    label: 'Images',
    // With up to ten images of a product.
    costOf: (store) =>
      `Adds about ${formatCount(pointsForPages(store, 15))} points to a full sync. To change alt texts, the app needs the scope write_files.`,
  },
];

const callsFor = (count: number, perCall: number) => Math.ceil(Math.max(1, count) / perCall);

function pointsForPages({ products_count: products }: Store, pointsPerPage: number): number {
  const perPage = products <= PAGED_UP_TO ? PRODUCTS_PER_PAGE.paged : PRODUCTS_PER_PAGE.exported;
  return callsFor(products, perPage) * pointsPerPage;
}

/** A search on each list; a page of 50 products that is full of prices costs 25 points. */
function costOfPriceLists({ products_count, price_lists }: Store): string {
  const points = callsFor(products_count, 50) * 25;
  if (price_lists.length === 0) {
    return `Adds up to ${formatCount(points)} points for each price list to a full sync.`;
  }
  const names = price_lists.map(({ name, currency }) => `${name}, ${currency}`).join('; ');
  return `Adds up to ${formatCount(points * price_lists.length)} points to a full sync: ${formatQuantity(price_lists.length, 'price list')} (${names}).`;
}
