import type { KeyMeaning } from '../help/help.ts';

/** Two-key sequences that navigate, except while typing in a field. */
export const GO_TO_KEYS = {
  search: 'G S',
  bulkPriceUpdate: 'G P',
  dashboard: 'G D',
  scheduledSyncs: 'G C',
  history: 'G H',
  bulkUpdates: 'G U',
  inbox: 'G I',
  health: 'G Q',
  compare: 'G O',
  settings: 'G E',
} as const;
type GoToTarget = keyof typeof GO_TO_KEYS;

/** Timeout for the second key, in milliseconds. */
export const SECOND_KEY_WITHIN = 1_500;

/** Target screen of the second key after G. */
export function targetOf(key: string): GoToTarget | undefined {
  const wanted = `G ${key.toUpperCase()}`;
  return (Object.keys(GO_TO_KEYS) as GoToTarget[]).find((target) => GO_TO_KEYS[target] === wanted);
}

export const SCREEN_TITLES: Record<GoToTarget, string> = {
  search: 'Search',
  bulkPriceUpdate: 'Bulk Price',
  dashboard: 'Dashboard',
  scheduledSyncs: 'Schedules',
  history: 'History',
  bulkUpdates: 'Recent updates',
  inbox: 'Inbox',
  health: 'Catalogue health',
  compare: 'Compare',
  settings: 'Settings',
};

/** Shortcuts on every screen. */
export const GENERAL_KEYS: readonly KeyMeaning[] = [
  { keys: ['Ctrl + K'], meaning: 'Find a product, store, screen or action' },
  { keys: ['Ctrl + V'], meaning: 'Import copied spreadsheet rows, outside a cell or field' },
  { keys: ['Alt + I'], meaning: 'Show where the focused value comes from' },
  { keys: ['/'], meaning: 'Go to the search box of the screen' },
  ...(Object.keys(GO_TO_KEYS) as GoToTarget[]).map((target) => ({
    keys: GO_TO_KEYS[target].split(' '),
    meaning: `Go to ${SCREEN_TITLES[target]}`,
  })),
  { keys: ['?'], meaning: 'Show this help' },
];
