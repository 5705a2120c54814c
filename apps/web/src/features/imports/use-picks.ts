import { useState } from 'react';

/** Variants chosen for rows, by row number. */
export type Picked = ReadonlyMap<number, ReadonlySet<string>>;

const NONE: Picked = new Map();

/** Choices for one way of matching; another way resets them. */
export function usePicks(of: string) {
  const [held, setHeld] = useState({ of, picked: NONE });
  const picked = held.of === of ? held.picked : NONE;
  const pick = (rowNumber: number, variantIds: readonly string[], isPicked: boolean) => {
    const ofRow = new Set(picked.get(rowNumber));
    for (const id of variantIds) {
      if (isPicked) ofRow.add(id);
      else ofRow.delete(id);
    }
    const next = new Map(picked).set(rowNumber, ofRow);
    if (ofRow.size === 0) next.delete(rowNumber);
    setHeld({ of, picked: next });
  };
  return { of, picked, pick };
}

export function picksToSend(picked: Picked) {
  return [...picked].map(([row_number, ids]) => ({ row_number, variant_ids: [...ids] }));
}
