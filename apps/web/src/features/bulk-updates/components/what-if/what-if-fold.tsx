import { Skeleton } from '@mantine/core';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import { useState } from 'react';
import { deferred } from '../../../../components/deferred.tsx';
import { Fold } from '../../../../components/fold.tsx';

const WhatIfPanel = deferred(() => import('./what-if-panel.tsx'), 'WhatIfPanel', <Skeleton height="12rem" />);

/** A plan's effect on margin and stock value, computed when opened. */
export function WhatIfFold({ batch }: { batch: BulkUpdateBatch }) {
  const [opened, setOpened] = useState(false);
  const { attributes, status } = batch;
  if (status !== 'planned' || !(attributes.includes('price') || attributes.includes('cost'))) return null;
  return (
    <Fold label="What if: margin and stock value before and after" onOpen={() => setOpened(true)}>
      {opened && <WhatIfPanel batch={batch} />}
    </Fold>
  );
}
