import type { KeySection } from '../components/feedback/keys-dialog.tsx';
import { GRID_KEYS, SELECT_KEYS } from '../features/bulk-price/grid-keys.ts';
import { GENERAL_KEYS } from '../features/palette/shortcuts.ts';
import { paths } from './paths.ts';

/** Which keys work on the screen with this address: its own, and those that work everywhere. */
export function keySections(pathname: string): readonly KeySection[] {
  const everywhere = { title: 'Everywhere', keys: GENERAL_KEYS };
  if (pathname === paths.bulkPriceUpdate) return [{ title: 'In the grid', keys: GRID_KEYS }, everywhere];
  if (pathname !== paths.search && pathname !== paths.home) return [everywhere];
  return [{ title: 'In the results', keys: [...SELECT_KEYS, ...GRID_KEYS] }, everywhere];
}
