import { Skeleton } from '@mantine/core';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import { lazy, Suspense, useState } from 'react';
import { Fold } from '../../../../components/fold.tsx';

const WhatIfPanel = lazy(async () => ({ default: (await import('./what-if-panel.tsx')).WhatIfPanel }));

/** A plan's effect on margin and stock value, computed when opened. */
export function WhatIfFold({ batch }: { batch: BulkUpdateBatch }) {
  const [opened, setOpened] = useState(false);
  const { attributes, status } = batch;
  if (status !== 'planned' || !(attributes.includes('price') || attributes.includes('cost'))) return null;
  return (
    <Fold label="What if: margin and stock value before and after" onOpen={() => setOpened(true)}>
      {opened && (
        <Suspense fallback={<Skeleton height="12rem" />}>
          <WhatIfPanel batch={batch} />
        </Suspense>
      )}
    </Fold>
  );
}
