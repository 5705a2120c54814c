import { Table } from '@mantine/core';
import type { PaginationTestResult } from '@storefleet/contract/products';
import { formatCount, formatQuantity } from '@storefleet/contract/quantity';
import { Banner } from '../../../components/feedback/banner.tsx';
import { Absent } from '../../../components/text/absent.tsx';
import classes from './pagination-test.module.css';

/** A region that scrolls must be within reach of the keyboard. */
const scrollRegion = { 'aria-label': 'Pages', tabIndex: 0 };

/** What the pages were, and whether they came to an end. */
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
      <section className={classes.scroll} {...scrollRegion}>
        <Table className={classes.table} verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th className={classes.number}>Page</Table.Th>
              <Table.Th className={classes.number}>Products in page</Table.Th>
              <Table.Th className={classes.number}>Total so far</Table.Th>
              <Table.Th className={classes.next}>Has next page</Table.Th>
              <Table.Th>Next page info</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {pagination_details.map((page) => (
              <Table.Tr key={page.page}>
                <Table.Td className={classes.number}>{formatCount(page.page)}</Table.Td>
                <Table.Td className={classes.number}>{formatCount(page.products_in_page)}</Table.Td>
                <Table.Td className={classes.number}>{formatCount(page.total_products_so_far)}</Table.Td>
                <Table.Td className={classes.next}>{page.has_next_page ? 'Yes' : 'No'}</Table.Td>
                <Table.Td className={classes.cursor}>
                  {page.next_page_info_preview === null ? (
                    <Absent what="next page" />
                  ) : (
                    <span className="code">{page.next_page_info_preview}</span>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </>
  );
}
