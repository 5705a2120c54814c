import type { QueryClient } from '@tanstack/react-query';
import { renewResults } from '../../products/api/renew-results.ts';
import type { CellValue } from '../price-edits.ts';

/** Puts what the stores hold now into the results on screen. */
export function rememberValues(queryClient: QueryClient, values: readonly CellValue[]): void {
  const byProduct = Map.groupBy(values, ({ cell }) => cell.row.item.product.id);
  renewResults(queryClient, (product) => {
    const ofProduct = byProduct.get(product.id);
    if (!ofProduct) return product;
    const variants = product.variants.map((variant) => {
      const own = ofProduct.filter(({ cell }) => cell.row.key === variant.id);
      return { ...variant, ...Object.fromEntries(own.map(({ cell, value }) => [cell.field, value])) };
    });
    return { ...product, variants };
  });
}
