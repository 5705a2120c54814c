import type { KeySection } from '../components/feedback/keys-dialog.tsx';
import { GRID_KEYS } from '../features/bulk-price/grid-keys.ts';
import { GENERAL_KEYS } from '../features/palette/shortcuts.ts';
import { paths } from './paths.ts';

/** Which keys work on the screen with this address: its own, and those that work everywhere. */
export function keySections(pathname: string): readonly KeySection[] {
  const everywhere = { title: 'Everywhere', keys: GENERAL_KEYS };
  return pathname === paths.bulkPriceUpdate
    ? [{ title: 'In the grid', keys: GRID_KEYS }, everywhere]
    : [everywhere];
}
