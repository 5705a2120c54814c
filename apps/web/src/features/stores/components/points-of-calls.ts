/** Small shops are synced page by page, the others by an export. */
const PAGED_UP_TO = 1_000;
const PRODUCTS_PER_PAGE = { paged: 50, exported: 250 };

/** The points that a call for each page of a sync costs. */
export function pointsOfCalls(products: number, pointsPerCall: number): number {
  const perPage = products <= PAGED_UP_TO ? PRODUCTS_PER_PAGE.paged : PRODUCTS_PER_PAGE.exported;
  return Math.ceil(Math.max(1, products) / perPage) * pointsPerCall;
}
