import { GRID_KEYS, SELECT_KEYS } from '../features/bulk-price/grid-keys.ts';
import type { KeySection, ScreenHelp } from '../features/help/help.ts';
import { GENERAL_KEYS } from '../features/palette/shortcuts.ts';
import { paths } from './paths.ts';

type Help = Omit<ScreenHelp, 'sections'>;

const search: Help = {
  title: 'Search',
  about: [
    'Finds products of all your stores by words of their name, by SKU or by barcode. Filters narrow them down, for example to one vendor or to prices below cost.',
    'Press Enter on a value to change it here, or tick rows and change many at once: you see every old and new value before anything is written.',
    'As of shows the values of an earlier moment, marks what differs now, and restores what you tick.',
    'Save view keeps a search with its filters and columns under Views, for you or for everybody.',
  ],
};

/** The screens by their addresses, the longest first where one begins like another. */
const screens: readonly (readonly [prefix: string, help: Help])[] = [
  [paths.search, search],
  [
    paths.bulkPriceUpdate,
    {
      title: 'Bulk Price',
      about: [
        'A sheet of prices, costs and every other value that can be changed. What you type is saved when you leave the cell.',
        'Lines that you paste from a spreadsheet go to the rows that their SKU or barcode names, in any order. Ctrl + Z takes the last save back.',
      ],
    },
  ],
  [
    paths.compare,
    {
      title: 'Compare',
      about: [
        'Articles of all stores side by side, matched by SKU or barcode. What is not like the others is marked; a value opens the product.',
        'Rules say what should be equal, and how. What is against a rule shows the value that it should be, and is corrected by a plan that you look at first.',
      ],
    },
  ],
  [
    paths.dashboard,
    {
      title: 'Dashboard',
      about: [
        'What needs attention comes first, each with the button that settles it. Below are your stores and when their products were read last.',
        'Sync reads all products of a store anew. It changes nothing in the store.',
      ],
    },
  ],
  [
    paths.scheduledSyncsNewSeveral,
    {
      title: 'Schedule several stores',
      about: [
        'Choose stores and a first time: they start one after the other, so that they do not get in each other’s way.',
      ],
    },
  ],
  [
    paths.scheduledSyncs,
    {
      title: 'Schedules',
      about: [
        'Stores are read at the times you choose, so that what you see here is what they hold. Times are in the timezone of the schedule.',
        'A schedule that fails several times in a row stops and says so; Logs shows what each run did.',
      ],
    },
  ],
  [
    paths.history,
    {
      title: 'History',
      about: [
        'Who changed which value, when, and what stood there before. Narrow it down by store, person, attribute or day.',
        'Undo writes old values back: one, those you tick, or all that the filters leave. You see them before anything is written.',
      ],
    },
  ],
  [
    paths.bulkUpdates,
    {
      title: 'Updates',
      about: [
        'Every change of many values: what is being written, what was written, and what could not be, each with the reason.',
        'In a preview, sort and narrow the rows, and leave out what should stay as it is. An update goes on when you close the page.',
      ],
    },
  ],
  [
    paths.inbox,
    {
      title: 'Inbox',
      about: [
        'Plans that wait for a decision: of proposers and assistants, and those for which a guard rail asks for a second pair of eyes.',
        'Open one to see every old and new value. Apply it, reject it with a reason that its author reads, or take it over to change it first.',
      ],
    },
  ],
  [
    paths.health,
    {
      title: 'Catalogue health',
      about: [
        'What may be wrong with prices, codes and stock, in all stores or one. A number opens the products in Search, where they can be sorted, exported and edited.',
        'Fix plans the correction where there is no doubt about it. You see every old and new value before anything is written.',
      ],
    },
  ],
  [
    paths.settings,
    {
      title: 'Settings',
      about: [
        'The app by which Shopify shops are connected, your team, and how syncs behave for everybody.',
        'A colleague that you invite gets a link to choose a password.',
      ],
    },
  ],
  [
    paths.audit,
    {
      title: 'Audit log',
      about: [
        'Who changed stores, credentials, settings, the team, schedules and mappings, and who signed in or tried to. Nobody can change or remove an entry.',
        'Details shows what stood there before and after; secrets are never shown. Values of products are in the History.',
      ],
    },
  ],
  [
    paths.addStore,
    {
      title: 'Add a Shopify store',
      about: [
        'Enter the address of the shop and its Admin API token, and test the connection. The first sync begins when the store is created.',
        'The token is made in the shop’s admin under Settings, Apps and sales channels, Develop apps.',
      ],
    },
  ],
  [
    paths.addMssqlStore,
    {
      title: 'Add a SQL Server table',
      about: [
        'Enter the server and a login, choose the table from the list, and say which column holds what. You see the first rows as products before anything is saved.',
      ],
    },
  ],
  [
    '/products/',
    {
      title: 'Product',
      about: [
        'One product with its variants, the same SKU or barcode in your other stores side by side, and its latest changes.',
        'Check asks the store what it holds at this moment, and names what differs.',
      ],
    },
  ],
  [
    '/stores/',
    {
      title: 'Store',
      about: [
        'Where a store stands: its connection, its products and how its syncs went. A sync reads and never writes.',
      ],
    },
  ],
];

/** What the screen with this address is for, and which keys work on it. */
export function screenHelp(pathname: string): ScreenHelp {
  const found = screens.find(([prefix]) => pathname.startsWith(prefix))?.[1] ?? search;
  return { ...found, sections: keySections(pathname) };
}

function keySections(pathname: string): readonly KeySection[] {
  const everywhere = { title: 'everywhere', keys: GENERAL_KEYS };
  if (pathname === paths.bulkPriceUpdate) return [{ title: 'in the grid', keys: GRID_KEYS }, everywhere];
  if (pathname !== paths.search && pathname !== paths.home) return [everywhere];
  return [{ title: 'in the results', keys: [...SELECT_KEYS, ...GRID_KEYS] }, everywhere];
}
