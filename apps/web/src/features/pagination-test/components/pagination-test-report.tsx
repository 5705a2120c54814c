import type { PaginationTestResult } from '@storefleet/contract/catalogue/products/products';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import { type Column, numberColumn } from '../../../components/data-table/columns.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { Banner } from '../../../components/feedback/banner.tsx';
import { Absent } from '../../../components/text/absent.tsx';
import classes from './pagination-test.module.css';

type Page = PaginationTestResult['pagination_details'][number];

const columns: readonly Column<Page>[] = [
  numberColumn('page', 'Page', { cell: ({ page }) => formatCount(page) }),
  numberColumn('products', 'Products in page', { cell: (page) => formatCount(page.products_in_page) }),
  numberColumn('total', 'Total so far', { cell: (page) => formatCount(page.total_products_so_far) }),
  { id: 'next', label: 'Has next page', cell: ({ has_next_page: hasNext }) => (hasNext ? 'Yes' : 'No') },
  {
    id: 'cursor',
    label: 'Next page info',
    look: 'muted',
    cell: ({ next_page_info_preview: preview }) =>
      preview === null ? <Absent what="next page" /> : <span className="code">{preview}</span>,
  },
];

/** The pages, and whether the last one was reached. */
export function PaginationTestReport({ result }: { result: PaginationTestResult }) {
  const { store_name, total_products, pages_fetched, products_per_page_limit, pagination_details } = result;
  const goesOn = pagination_details.at(-1)?.has_next_page ?? false;
  const facts = [
    ['Store', store_name],
    ['Products', formatCount(total_products)],
    ['Pages fetched', formatCount(pages_fetched)],
    ['Products per page limit', formatCount(products_per_page_limit)],
  ] as const;
  return (
    <>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label} className={classes.fact}>
            <dt>{label}</dt>
            <dd className="tabular">{value}</dd>
          </div>
        ))}
      </dl>
      <Banner
        tone={goesOn ? 'info' : 'success'}
        title={
          goesOn
            ? `Stopped after ${formatQuantity(pages_fetched, 'page')}, as asked. There are more.`
            : `Every page was read: ${formatQuantity(total_products, 'product')} in ${formatQuantity(pages_fetched, 'page')}.`
        }
      />
      <DataTable
        label="Pages"
        place="region"
        fitted
        className={classes.table}
        columns={columns}
        rows={pagination_details}
        keyOf={({ page }) => String(page)}
      />
    </>
  );
}
