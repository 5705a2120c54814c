import { type Row, rowsOf } from '../../row.ts';
import { dashboard, dashboardFilters, dashboardScreen, firstRun, mssqlStore } from '../files.ts';

const row = rowsOf(2);

export const dashboardScreens: readonly Row[] = [
  row(
    'screen',
    'Dashboard: Sync All Stores',
    dashboard('Sync All starts every active store and says in its colour how that went'),
  ),
  row(
    'screen',
    'Dashboard: Add Shopify Store',
    firstRun('from the one-time link to a search across two stores'),
    dashboardScreen(
      'a card leads to its store and to the form that fits it, and the header to everything new',
    ),
  ),
  row(
    'screen',
    'Dashboard: Add MS SQL Store',
    mssqlStore('a table is tried out and connected, and what was saved can be changed'),
  ),
  row(
    'screen',
    'Dashboard: Schedule Syncs',
    dashboardScreen(
      'a card leads to its store and to the form that fits it, and the header to everything new',
    ),
  ),
  row(
    'screen',
    "Dashboard: a badge '{n} Store(s) Syncing' with an overall percent while syncs are active",
    dashboardScreen('the stores that sync are counted, with the percent of all their products'),
    firstRun('from the one-time link to a search across two stores'),
  ),
  row(
    'screen',
    'Dashboard: a banner after Sync All in success, warning or error colour',
    dashboard('Sync All starts every active store and says in its colour how that went'),
  ),
  row(
    'screen',
    'Dashboard: filters Status (All, active, inactive, archived) and Type (All, shopify, mssql)',
    dashboard('filters and order are kept by the browser'),
    dashboardFilters('status and type narrow the list together, and each counts what it would show'),
  ),
  row(
    'screen',
    'Dashboard card: name, status badge (Active unless said otherwise), address, description, sync status with progress, chips for type, connection method, country and tags',
    dashboard('a card says what there is to know of a store'),
    dashboardScreen('the stores that sync are counted, with the percent of all their products'),
  ),
  row(
    'screen',
    "Dashboard card: admin_api_token is 'Admin API', otherwise 'OAuth'",
    dashboardScreen('a card says how its store is connected'),
  ),
  row(
    'screen',
    'Dashboard card: View Details, Edit, Delete, Sync Products',
    dashboardScreen(
      'a card leads to its store and to the form that fits it, and the header to everything new',
    ),
    dashboardScreen('a store that cannot be deleted stays, and the question says why'),
    firstRun('from the one-time link to a search across two stores'),
  ),
  row(
    'rule',
    'Dashboard card: Edit leads to /stores/{id}/edit, or to /stores/{id}/edit-mssql for mssql',
    dashboardScreen(
      'a card leads to its store and to the form that fits it, and the header to everything new',
    ),
  ),
  row(
    'screen',
    'Dashboard: an empty list links to connecting a store',
    firstRun('from the one-time link to a search across two stores'),
  ),
];
