import { type Row, rowsOf } from '../row.ts';
import {
  authSession,
  bulkPrice,
  bulkUpdate,
  dashboard,
  dashboardScreen,
  priceGrid,
  scheduleBadge,
  scheduleCalls,
  scheduleForm,
  scheduleFormScreen,
  schedulesScreen,
  search,
  searchScreen,
  signIn,
  startSync,
  storeStatusScreen,
  syncNotice,
  syncService,
  syncState,
  syncStatuses,
} from './files.ts';

const row = rowsOf(4);

export const stateRows: readonly Row[] = [
  row(
    'state',
    'Sync: idle (Idle)',
    dashboard('a sync is force stopped and its status reset on the page of the store'),
  ),
  row(
    'state',
    'Sync: in_progress (Syncing)',
    storeStatusScreen(
      'while a sync runs, its progress is shown, it can be force stopped, and no other is started',
    ),
  ),
  row(
    'state',
    'Sync: completed (Synced)',
    dashboard('a sync that fails on its way is named on the card, and the next one heals it'),
  ),
  row(
    'state',
    'Sync: failed (Failed)',
    dashboard('a sync that fails on its way is named on the card, and the next one heals it'),
  ),
  row(
    'rule',
    'A store that is idle with processed_products between 0 and total_products counts as syncing',
    syncState('a store that is %s counts as syncing, or not'),
  ),
  row(
    'rule',
    'About 1 s after the start of a sync its status is fetched',
    startSync('a store shows as syncing at once, and its status is fetched a second after the start'),
  ),
  row(
    'rule',
    'A start that fails sets the status to failed with the message',
    dashboard('a start that is refused says why'),
    syncService(
      'says in the words of the source why it cannot start, on the spot, in the status and in the log',
    ),
    startSync('a start that fails sets the status to failed with the message'),
  ),
  row(
    'rule',
    'When no store syncs any more, polling stops and the list refreshes after 1 s',
    syncStatuses('stops asking once no store is syncing, and says so a second later'),
    dashboardScreen('the numbers are read again after a sync has ended'),
  ),
  row(
    'rule',
    'Force stop ends a sync and prevents a restart',
    syncService('ends the run at once, keeps what is stored, and prevents new syncs until reset'),
  ),
  row(
    'rule',
    'Reset status allows new syncs',
    dashboard('a sync is force stopped and its status reset on the page of the store'),
  ),
  row(
    'rule',
    'While in progress: indicator, progress bar, percent, processed of total, disabled sync buttons, Force Stop Sync',
    storeStatusScreen(
      'while a sync runs, its progress is shown, it can be force stopped, and no other is started',
    ),
  ),
  row(
    'rule',
    'Completed and failed syncs are told on the page of the store',
    syncNotice('a run that ended well says how many products it processed'),
    syncNotice('a run that failed says why'),
    storeStatusScreen('a sync that ends while the page is open is told of'),
  ),
  row(
    'state',
    'Store status: active, inactive, archived (dot green, yellow, grey)',
    dashboardScreen(
      'an active store has a green badge, an inactive one a yellow one, an archived one a grey one',
    ),
  ),
  row(
    'rule',
    'View all fetches up to the total count',
    search('view all: every row can be reached, and only those in view are drawn'),
    searchScreen('all results are asked for in requests of at most 5000, until the total is there'),
  ),
  row(
    'rule',
    'Rows are selected per product or per variant; select-all selects every variant',
    bulkUpdate(
      'rows are selected one by one, by product, by page and all together, and stay so over pages and View All',
    ),
  ),
  row('state', 'Scheduled sync badge: inactive', scheduleBadge('the first of its states is shown: %j')),
  row(
    'state',
    'Scheduled sync badge: Failed (Max retries) at max_failures',
    scheduleBadge('the first of its states is shown: %j'),
  ),
  row(
    'state',
    'Scheduled sync badge: Warning when the last run failed',
    scheduleBadge('the first of its states is shown: %j'),
  ),
  row(
    'state',
    'Scheduled sync badge: Active otherwise',
    scheduleBadge('the first of its states is shown: %j'),
  ),
  row('state', "Next run: 'Not scheduled' when empty", schedulesScreen('the badge and the next run of %j')),
  row('state', "Next run: 'Overdue' in the past", schedulesScreen('the badge and the next run of %j')),
  row(
    'rule',
    'Toggle switches the active state of a schedule',
    scheduleCalls('that is switched off has no next run; switched on again, it has'),
    schedulesScreen('a schedule is disabled and enabled again'),
  ),
  row(
    'rule',
    'Choosing daily resets to hour 2, minute 0',
    scheduleForm('choosing %s in a new schedule resets its settings'),
  ),
  row(
    'rule',
    'Choosing weekly resets to days [1], hour 2, minute 0',
    scheduleForm('choosing %s in a new schedule resets its settings'),
  ),
  row(
    'rule',
    'Choosing monthly resets to day 1, hour 2, minute 0',
    scheduleForm('choosing %s in a new schedule resets its settings'),
  ),
  row(
    'rule',
    "Choosing cron resets to '0 2 * * *'",
    scheduleForm('choosing %s in a new schedule resets its settings'),
  ),
  row(
    'rule',
    'The edit form of a schedule keeps existing values',
    scheduleFormScreen('an edited schedule comes with its values, and keeps them when its type changes'),
  ),
  row(
    'state',
    'Inline cell: normal, updating, success, error',
    bulkPrice(
      'a price is clicked, typed and saved with Enter: in the shop, on the screen and in the history',
    ),
    priceGrid('%j is an error that flashes, and stays within reach with its reason'),
  ),
  row(
    'state',
    'Session: signed in',
    signIn('the guard leads to the sign-in screen and back to where the person was going'),
  ),
  row('state', 'Session: signed out', signIn('signing out in one tab ends the other')),
  row(
    'state',
    'Session: token refreshed',
    authSession('a token is renewed by itself when three ticks of 30 s or fewer are left of it'),
  ),
  row(
    'state',
    'Session: user updated',
    authSession('a person whose account changes is the changed one, and stays signed in'),
  ),
  row(
    'state',
    'Session: password recovery',
    signIn('a forgotten password is replaced through the link in the mail, which works once'),
  ),
  row(
    'state',
    'Session: initial session, kept by the browser',
    authSession('a session that the browser kept is the initial one'),
  ),
];
