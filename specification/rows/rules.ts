import { type Row, rowsOf } from '../row.ts';
import {
  apiClient,
  authSession,
  bulkUpdate,
  bulkUpdateShapes,
  dashboard,
  firstRun,
  history,
  mappingForm,
  mssqlForm,
  mssqlPanel,
  mssqlProducts,
  mssqlShapes,
  priceGrid,
  productShapes,
  scheduleShapes,
  search,
  settings,
  signIn,
  storeDetails,
  storeForm,
  storeShapes,
} from './files.ts';

const row = rowsOf(5);
const access = rowsOf(6);

export const ruleRows: readonly Row[] = [
  row(
    'rule',
    'A search term is required',
    search('before a search there is a hint, and an empty term is not sent'),
  ),
  row(
    'rule',
    'A bulk value is required after trimming; the button is disabled when blank or while updating',
    bulkUpdate('a value that cannot be written keeps the button disabled, and says why'),
    bulkUpdateShapes('the change %j is refused'),
  ),
  row(
    'rule',
    'Price and cost inputs are numeric, step 0.01, min 0',
    priceGrid('the arrow keys step an open value by 0.01'),
    priceGrid('%j is an error that flashes, and stays within reach with its reason'),
  ),
  row(
    'rule',
    "'Update both barcode and SKU' only takes effect for barcode or sku",
    bulkUpdate('one value for barcode and SKU, where one of them is chosen'),
  ),
  row(
    'rule',
    'Store form: name, url and admin api token are required',
    storeForm('name, address and token are required'),
    storeShapes('name, address and token are required, in sentences'),
  ),
  row('rule', 'Store form: the email field is email-typed', storeForm('%s is no e-mail address'), [
    'apps/web/src/app/routes/store-form-shopify.test.tsx',
    'the form has the five sections and every field of a store',
  ]),
  row(
    'rule',
    'Test connection requires shop url and token',
    storeForm('a connection is tested only with an address and a token'),
  ),
  row(
    'rule',
    'MSSQL form: store name, identifier, server, database, table, username and password are required',
    mssqlForm('what the specification requires is required, and the rest is not'),
  ),
  row(
    'rule',
    'MSSQL form: a blank password on edit keeps the current one',
    mssqlForm('a blank password keeps the stored one'),
  ),
  row(
    'rule',
    'MSSQL form: a connection string is optional and overrides',
    mssqlForm('a connection string overrides, whether typed or stored, until the stored one is dropped'),
  ),
  row(
    'rule',
    'MSSQL form: the where clause is optional',
    mssqlForm('what the specification requires is required, and the rest is not'),
  ),
  row(
    'rule',
    'Tags are comma separated, trimmed, empties dropped',
    storeDetails('tags are comma separated, trimmed, and the empty ones dropped'),
  ),
  row(
    'rule',
    'Field mapping: source_field and target_field are required, custom needs a name',
    mappingForm('source and target are required, and a custom target needs a name'),
    mssqlShapes('a mapping starts as a string without transformation, and a custom target needs a name'),
  ),
  row('rule', 'Generating defaults requires a table', mssqlPanel('defaults need a table')),
  row(
    'rule',
    'Settings: the key is required; the add button is disabled while it is empty',
    settings('a setting is added, changed and deleted'),
  ),
  row('rule', 'Schedule form: name required', scheduleShapes('the schedule %j is refused')),
  row('rule', 'Schedule form: store required', scheduleShapes('the schedule %j is refused')),
  row('rule', 'Schedule form: a weekly schedule needs a day', scheduleShapes('the schedule %j is refused')),
  row(
    'rule',
    'Schedule form: a cron schedule needs an expression',
    scheduleShapes('the schedule %j is refused'),
  ),
  row(
    'rule',
    'Schedule form: hour 0-23, minute 0-59, day of month 1-31, max failures 1-10',
    scheduleShapes('the schedule %j is refused'),
  ),
  row(
    'rule',
    'Cron format: minute hour day month day_of_week',
    [
      'apps/server/src/modules/scheduled-syncs/scheduled-syncs.routes.test.ts',
      'a schedule with %j, at its field',
    ],
    ['apps/server/src/modules/scheduled-syncs/cron-expression.test.ts', "'%s' is read"],
  ),
  row(
    'rule',
    'Inline edit: a number of at least 0, otherwise error state and the edit closes',
    priceGrid('%j is an error that flashes, and stays within reach with its reason'),
  ),
  row(
    'rule',
    'Inline edit: an unchanged value just closes',
    priceGrid('Escape leaves the value as it was, and an unchanged one just closes'),
  ),
  row(
    'rule',
    'Inline edit: Enter saves',
    priceGrid('a click opens the price with its text selected; Enter saves it and goes down'),
  ),
  row(
    'rule',
    'Inline edit: Escape cancels',
    priceGrid('Escape leaves the value as it was, and an unchanged one just closes'),
  ),
  row(
    'rule',
    'Inline edit: Tab on price saves it and moves to cost',
    priceGrid('Tab on a price saves it and opens the cost, and from there the next price'),
  ),
  row(
    'rule',
    'Inline edit: blur saves',
    priceGrid('leaving the field saves it, and another cell can be opened meanwhile'),
  ),
  row(
    'rule',
    'Pagination test: max pages 1-100',
    productShapes('a pagination test reads 1 to 100 pages, 10 unless said otherwise'),
    ['apps/web/src/features/pagination-test/max-pages.test.ts', '"%s" is none'],
  ),
  row('rule', 'Login: email and password required', [
    'apps/web/src/features/auth/components/login-form.test.tsx',
    'nothing is sent without an e-mail address and a password',
  ]),
  row(
    'rule',
    'Forgot password needs an e-mail',
    signIn('a forgotten password is replaced through the link in the mail, which works once'),
  ),
  row(
    'rule',
    'Auth: an e-mail or phone plus a password is required',
    authSession('a sign-in wants an e-mail address or a phone number, and a password'),
  ),
  row('confirmation', 'Delete store', dashboard('a store is deleted after a question; Cancel keeps it')),
  row(
    'confirmation',
    'Delete mapping',
    mssqlPanel('a mapping is deleted once it is confirmed, and a failure stays in the question'),
  ),
  row(
    'confirmation',
    'Force stop',
    dashboard('a sync is force stopped and its status reset on the page of the store'),
  ),
  row(
    'confirmation',
    'Reset status',
    dashboard('a sync is force stopped and its status reset on the page of the store'),
  ),
  row('confirmation', 'GraphQL sync', firstRun('from the one-time link to a search across two stores')),
  row(
    'confirmation',
    'MS SQL sync',
    mssqlProducts('a table is mapped, previewed, synced, found, edited and put back'),
  ),
  row('confirmation', 'Settings deletion', settings('a setting is added, changed and deleted')),
  access(
    'rule',
    'The guard tells only signed-in from not signed-in',
    signIn('the guard leads to the sign-in screen and back to where the person was going'),
  ),
  access(
    'rule',
    'Requests carry the bearer token of the session; without one no auth header is sent',
    apiClient('a call carries method, path, query and bearer token, and answers the parsed body'),
    apiClient('nobody signed in: no authorization header is sent'),
  ),
  access(
    'rule',
    'The history shows which user changed what',
    history('every change is there: what, where, from what to what, who and when'),
  ),
  access('rule', 'The message that a store was not found mentions that permission may be lacking', [
    'apps/web/src/app/routes/store-form-mssql.test.tsx',
    'a store that is not there says so',
  ]),
];
