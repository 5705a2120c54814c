import { type Row, rowsOf } from '../../row.ts';
import { bulkPrice, bulkUpdate, firstRun, history, historyFilters, search, searchScreen } from '../files.ts';

const row = rowsOf(2);

export const catalogueScreens: readonly Row[] = [
  row(
    'screen',
    'Search: Search by Product Name, SKU or Barcode',
    searchScreen('a search is by product name unless SKU or barcode is chosen'),
    firstRun('from the one-time link to a search across two stores'),
  ),
  row(
    'screen',
    'Search: a store filter with Select All, Deselect All and {n} of {m} selected',
    search('the store filter narrows the search; no store selected finds nothing'),
  ),
  row(
    'screen',
    'Search results: select checkbox',
    bulkUpdate(
      'rows are selected one by one, by product, by page and all together, and stay so over pages and View All',
    ),
  ),
  row(
    'screen',
    "Search results: Name with the variant's title when it is not 'Default Title', Barcode, Price, Cost, Store",
    searchScreen(
      'a result shows name, barcode, price, cost and store; a variant is named unless it is the only one there is',
    ),
  ),
  row(
    'screen',
    'Search results: sorted by title, barcode, price, cost and store name',
    search('every column sorts the whole result: up, down, and back to the best matches'),
    search('a search is an address: it can be sent to a colleague, and Back and Forward move through it'),
  ),
  row(
    'screen',
    'Search: Previous/Next, page numbers, page-size selector',
    search('pages: numbers with ellipses, previous and next, sizes that are kept'),
    searchScreen(
      'a result shows name, barcode, price, cost and store; a variant is named unless it is the only one there is',
    ),
  ),
  row(
    'screen',
    'Search: View All Results and Paginated View',
    search('view all: every row can be reached, and only those in view are drawn'),
  ),
  row(
    'screen',
    'Search: Bulk Actions with attribute, value and the checkbox for both barcode and SKU',
    bulkUpdate('one value for barcode and SKU, where one of them is chosen'),
  ),
  row(
    'screen',
    'Bulk price: search box with type and store selector',
    bulkPrice(
      'search type, sort, page size and stores are kept for the next visit, apart from those of the search',
    ),
  ),
  row(
    'screen',
    'Bulk price: sortable results, pages, page size, View All Results',
    bulkPrice('pages, sorting and View All are those of the search'),
  ),
  row(
    'screen',
    'Bulk price: price and cost are edited inline',
    bulkPrice(
      'a price is clicked, typed and saved with Enter: in the shop, on the screen and in the history',
    ),
  ),
  row(
    'screen',
    'History: filters Store, User, Start Date, End Date with Apply Filters',
    historyFilters('applies all choices at once, when asked to'),
    history('filters count once they are applied, are kept for the next visit, and give way to an address'),
  ),
  row(
    'screen',
    'History: Date, Store, Product, Attribute, Old Value, New Value, User',
    history('every change is there: what, where, from what to what, who and when'),
  ),
  row('screen', 'History: page sizes and View All', history('pages of several sizes, and all at once')),
];
