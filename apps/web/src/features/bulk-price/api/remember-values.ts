import { isProductAttribute } from '@storefleet/contract/values/attribute-value';
import type { QueryClient } from '@tanstack/react-query';
import { withValues } from '../../product-editor/fields.ts';
import { renewResults } from '../../products/api/renew-results.ts';
import type { CellValue } from '../cell-edits.ts';

/** Puts what the stores hold now into the results on screen. */
export function rememberValues(queryClient: QueryClient, values: readonly CellValue[]): void {
  const byProduct = Map.groupBy(values, ({ cell }) => cell.row.item.product.id);
  renewResults(queryClient, (product) => {
    const ofProduct = byProduct.get(product.id);
    if (!ofProduct) return product;
    const held = ofProduct.map(({ cell: { row, field }, value }) => {
      return { owner: isProductAttribute(field) ? 'product' : row.key, attribute: field, value };
    });
    return withValues(product, held);
  });
}
