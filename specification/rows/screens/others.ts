import { type Row, rowsOf } from '../../row.ts';
import { paginationTestScreen, scheduleFormScreen, schedulesScreen, settings } from '../files.ts';

const row = rowsOf(2);

export const otherScreens: readonly Row[] = [
  row(
    'screen',
    'Settings: key, value, description, encrypted, actions, with inline edit, save and cancel',
    settings('a setting is added, changed and deleted'),
    settings('an encrypted value is masked, kept when left blank, and never sent to the page'),
  ),
  row('screen', 'Settings: Add New Setting', settings('a setting is added, changed and deleted')),
  row(
    'screen',
    'Pagination test: max pages and a results table',
    paginationTestScreen('ten pages are read unless another number is entered, and each page is listed'),
  ),
  row(
    'screen',
    'Scheduled syncs: summary cards',
    schedulesScreen('the counts, the next run and each schedule with what there is to know of it'),
  ),
  row(
    'screen',
    'Scheduled syncs: status filter',
    schedulesScreen('the status filter leaves the schedules of one kind, and stands in the address'),
  ),
  row(
    'screen',
    'Scheduled syncs: Run Now, Enable/Disable, Edit, Logs and Delete',
    schedulesScreen('Run Now says that it was started'),
    schedulesScreen('a schedule is disabled and enabled again'),
    schedulesScreen('the counts, the next run and each schedule with what there is to know of it'),
    schedulesScreen('a schedule is deleted once that is confirmed'),
  ),
  row(
    'screen',
    'Scheduled syncs: create and edit forms',
    scheduleFormScreen('a failure without a field says what the server said, and keeps what was typed'),
    scheduleFormScreen('an edited schedule comes with its values, and keeps them when its type changes'),
  ),
];
