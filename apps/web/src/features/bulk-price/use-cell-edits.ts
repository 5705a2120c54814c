import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../lib/api/api-context.ts';
import { usePermission } from '../auth/use-permission.ts';
import { rememberValues } from './api/remember-values.ts';
import { saveCells, undoCells } from './api/save-cells.ts';
import { CellEdits } from './cell-edits.ts';

/** The edits of one visit to the screen. They outlast the pages and searches of the visit. */
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
      // Nobody follows these saves any more: the lists have to ask how they ended.
      if (left) void queryClient.invalidateQueries({ queryKey: ['products', 'search'] });
    };
  }, [edits, queryClient]);
  return edits;
}
