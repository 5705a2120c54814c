import { messageRow, type Row } from '../../row.ts';
import { bulkUpdate, csv, history, search, searchScreen } from '../files.ts';

export const catalogueMessages: readonly Row[] = [
  messageRow(
    8,
    'search.title',
    'Product Search',
    csv('nothing is written before the preview is applied, and it can be cancelled'),
  ),
  messageRow(
    8,
    'search.hint',
    'Enter a search term to find products across your stores.',
    search('before a search there is a hint, and an empty term is not sent'),
  ),
  messageRow(
    8,
    'search.found',
    'Found {total} products. Displaying page {page} of {pages}.',
    csv('what a search finds goes to a file, is changed there, and comes back as a preview'),
  ),
  messageRow(
    8,
    'search.showing',
    'Showing {shown} of {total} results',
    bulkUpdate(
      'rows are selected one by one, by product, by page and all together, and stay so over pages and View All',
    ),
  ),
  messageRow(
    8,
    'search.empty',
    'No products found',
    search('the result is counted exactly, and nothing found says so'),
  ),
  messageRow(
    8,
    'search.storesSelected',
    '{selected} of {total} selected',
    search('the store filter narrows the search; no store selected finds nothing'),
  ),
  messageRow(
    8,
    'search.viewAll',
    'View All Results',
    bulkUpdate(
      'rows are selected one by one, by product, by page and all together, and stay so over pages and View All',
    ),
  ),
  messageRow(
    8,
    'search.paginated',
    'Paginated View',
    bulkUpdate(
      'rows are selected one by one, by product, by page and all together, and stay so over pages and View All',
    ),
  ),
  messageRow(
    8,
    'search.failed',
    'Failed to search products. Please try again.',
    search('a server that answers %i gets a sentence, and Retry finds the products'),
  ),
  messageRow(
    8,
    'search.loadAllFailed',
    'Failed to load all results. Please try again.',
    searchScreen('all results that cannot be loaded say so, and Retry loads them'),
  ),
  messageRow(
    8,
    'bulkUpdate.updateBoth',
    'Update both barcode and SKU with the same value',
    bulkUpdate('one value for barcode and SKU, where one of them is chosen'),
  ),
  messageRow(
    8,
    'bulkUpdate.updateBothHint',
    "(Only works when 'Barcode' or 'SKU' is selected)",
    bulkUpdate('one value for barcode and SKU, where one of them is chosen'),
  ),
  messageRow(
    8,
    'bulkUpdate.failed',
    'Failed to update products. Please try again.',
    bulkUpdate('products of an archived store cannot be changed; those of others can'),
  ),
  messageRow(
    8,
    'bulkUpdate.failedWith',
    'Failed to update products: {errors}',
    bulkUpdate(
      'a price that was changed in the shop meanwhile is kept, shown with both values, and tried again',
    ),
  ),
  messageRow(
    8,
    'bulkUpdate.partial',
    'Partially updated products: {succeeded} succeeded, {failed} failed.',
    csv(
      'a file with a byte order mark, semicolons and decimal commas is read; rows that fit nothing, or more than one, say so',
    ),
  ),
  messageRow(
    8,
    'bulkUpdate.succeeded',
    'Successfully updated {count} products with new {attribute} value.',
    csv('what a search finds goes to a file, is changed there, and comes back as a preview'),
  ),
  messageRow(
    8,
    'history.title',
    'Change History',
    history('before anything was changed there is nothing to see, and nothing to filter by'),
  ),
  messageRow(
    8,
    'history.empty',
    'No changes found',
    history('before anything was changed there is nothing to see, and nothing to filter by'),
  ),
  messageRow(
    8,
    'history.storesLoadFailed',
    'Failed to load stores. Please try again later.',
    history('%s that cannot be read get their sentence, and Retry'),
  ),
  messageRow(
    8,
    'history.loadFailed',
    'Failed to load change history. Please try again later.',
    history('%s that cannot be read get their sentence, and Retry'),
  ),
];
