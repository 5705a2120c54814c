import { GRID_KEYS, SELECT_KEYS } from '../features/bulk-price/grid-keys.ts';
import { COMPARE_KEYS } from '../features/compare/compare-keys.ts';
import type { KeySection, ScreenHelp } from '../features/help/help.ts';
import { GENERAL_KEYS } from '../features/palette/shortcuts.ts';
import { paths } from '../lib/paths.ts';

type Help = Omit<ScreenHelp, 'sections'>;

const search: Help = {
  title: 'Search',
  about: [
    'Finds products in all your stores by name, SKU or barcode. Filters narrow them down, for example to one vendor or to prices below cost.',
    'Press Enter on a value to change it here, or tick rows and change many at once: you see every old and new value before anything is written.',
    'As of shows the values at an earlier time, marks what differs now, and restores what you tick.',
    'Save view keeps a search with its filters and columns under Views, for you or for everyone.',
  ],
};

/** Screens by the beginning of their URL; longer ones first. */
const screens: Readonly<Record<string, Help>> = {
  [paths.search]: search,
  [paths.bulkPriceUpdate]: {
    title: 'Bulk Price',
    about: [
      'A sheet of prices, costs and every other editable value. What you type is saved when you leave the cell.',
      'Lines pasted from a spreadsheet go to the row with their SKU or barcode, in any order. Ctrl + Z undoes the last save.',
    ],
  },
  [paths.compare]: {
    title: 'Compare',
    about: [
      'Articles from all stores side by side, matched by SKU or barcode. Differences are marked; click a value to open its product.',
      'Rules define which values should be equal, and how. Deviations show the expected value; a plan that you review first corrects them.',
      'Under Missing somewhere, choose a shop to export a file for importing what it lacks.',
    ],
  },
  [paths.dashboard]: {
    title: 'Dashboard',
    about: [
      'What needs attention comes first, each with a button to fix it. Below are your stores and when they last synced.',
      'Sync reads all products of a store again. It changes nothing in the store.',
    ],
  },
  [paths.scheduledSyncsNewSeveral]: {
    title: 'Schedule several stores',
    about: ['Choose stores and a first time: they start one after the other, so that they do not overlap.'],
  },
  [paths.scheduledSyncs]: {
    title: 'Schedules',
    about: [
      'Stores sync at the times you choose, which keeps what you see here up to date. Times are in the schedule’s timezone.',
      'A schedule that fails several times in a row stops and says so; Logs shows what each run did.',
    ],
  },
  [paths.history]: {
    title: 'History',
    about: [
      'Who changed which value, when, and what it was before. Filter by store, person, attribute or day.',
      'Undo writes old values back: one, those you tick, or all that match the filters. You see them before anything is written.',
    ],
  },
  [paths.bulkUpdates]: {
    title: 'Updates',
    about: [
      'Every bulk change: what is in progress, what was written, and what failed and why.',
      'In a preview, sort and narrow the rows, and leave out rows that should stay unchanged. An update continues after you close the page.',
    ],
  },
  [paths.inbox]: {
    title: 'Inbox',
    about: [
      'Plans waiting for a decision: from proposers and assistants, and those that a guard rail holds for approval.',
      'Open a plan to see every old and new value. Apply it, reject it with a reason for its author, or take it over to change it first.',
    ],
  },
  [paths.health]: {
    title: 'Catalogue health',
    about: [
      'Possible problems with prices, codes and stock, in one store or all. Click a number to open the products in Search.',
      'Fix plans the correction where there is no doubt about it. You see every old and new value before anything is written.',
    ],
  },
  [paths.settings]: {
    title: 'Settings',
    about: [
      'The app that connects Shopify shops, your team, and sync settings for everyone.',
      'People you invite get a link to set their password.',
    ],
  },
  [paths.audit]: {
    title: 'Audit log',
    about: [
      'Who changed stores, credentials, settings, the team, schedules and mappings, and who signed in or tried to. Nobody can change or remove an entry.',
      'Details shows the values before and after; secrets are never shown. Product values are in History.',
    ],
  },
  [paths.addStore]: {
    title: 'Add a Shopify store',
    about: [
      'Enter the address of the shop and its Admin API token, and test the connection. The first sync begins when the store is created.',
      'Create the token in the shop’s admin under Settings, Apps and sales channels, Develop apps.',
    ],
  },
  [paths.addMssqlStore]: {
    title: 'Add a SQL Server table',
    about: [
      'Enter the server and a login, then choose the database and the table from their lists. You see the first rows as products before anything is saved.',
    ],
  },
  '/products/': {
    title: 'Product',
    about: [
      'One product with its variants, the same SKU or barcode in your other stores side by side, and its latest changes.',
      'Check reads the store right now and lists what differs.',
    ],
  },
  '/stores/': {
    title: 'Store',
    about: ['A store’s connection, products and syncs. A sync only reads; it never writes.'],
  },
};

/** What the screen at this URL is for, and its shortcuts. */
export function screenHelp(pathname: string): ScreenHelp {
  const [, found = search] = Object.entries(screens).find(([start]) => pathname.startsWith(start)) ?? [];
  return { ...found, sections: keySections(pathname) };
}

function keySections(pathname: string): readonly KeySection[] {
  const everywhere = { title: 'everywhere', keys: GENERAL_KEYS };
  if (pathname === paths.bulkPriceUpdate) return [{ title: 'in the grid', keys: GRID_KEYS }, everywhere];
  if (pathname === paths.compare) return [{ title: 'in the table', keys: COMPARE_KEYS }, everywhere];
  if (pathname !== paths.search && pathname !== paths.home) return [everywhere];
  return [{ title: 'in the results', keys: [...SELECT_KEYS, ...GRID_KEYS] }, everywhere];
}
