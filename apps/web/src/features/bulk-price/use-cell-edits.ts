import { isProductAttribute } from '@storefleet/contract/values/attribute-value';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../lib/api/api-context.ts';
import { usePermission } from '../auth/use-permission.ts';
import { withValues } from '../product-editor/fields.ts';
import { renewResults } from '../products/api/renew-results.ts';
import { saveCells, undoCells } from './api/save-cells.ts';
import { CellEdits, type CellValue } from './cell-edits.ts';

/** Edits of one visit to the screen, across its pages and searches. */
export function useCellEdits(announce: (sentence: string) => void): CellEdits {
  const api = useApi();
  const queryClient = useQueryClient();
  const mayNotSave = useRef<string | null>(null);
  mayNotSave.current = usePermission('products.bulkUpdate');
  const [edits] = useState(
    () =>
      new CellEdits({
        save: (values, following) => saveCells(api, values, following),
        undo: (batchId, values, following) => undoCells(api, batchId, values, following),
        onValues: (values) => rememberValues(queryClient, values),
        announce,
        proposes: () => mayNotSave.current !== null,
      }),
  );
  useEffect(() => {
    const detach = edits.attach();
    return () => {
      const left = edits.overview().saving > 0;
      detach();
      // Nobody follows these saves any longer: lists must refetch their results.
      if (left) void queryClient.invalidateQueries({ queryKey: ['products', 'search'] });
    };
  }, [edits, queryClient]);
  return edits;
}

/** Puts what the stores hold now into the results on screen. */
function rememberValues(queryClient: QueryClient, values: readonly CellValue[]): void {
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
