import { callRow, type Row } from '../../row.ts';
import {
  bulkUpdateCalls,
  csvCalls,
  guard,
  historyCalls,
  mssqlGeneration,
  mssqlTable,
  overviewCalls,
  productCalls,
  scheduleCalls,
  settingCalls,
  setupCalls,
  syncRuns,
  team,
  undo,
  webhookCalls,
} from '../files.ts';

/** Calls that the specification does not name, and that the decisions or a screen need. */
export const furtherCalls: readonly Row[] = [
  callRow(
    'config.get',
    'GET /config (public)',
    guard('lets everybody read what the sign-in screen needs'),
    settingCalls('gives the application its title'),
  ),
  callRow(
    'setup.create',
    'POST /setup',
    setupCalls('is made with the printed link, which then works no more'),
  ),
  callRow('team.list', 'GET /team', team('lists the members in the order in which they came')),
  callRow(
    'team.invite',
    'POST /team',
    team('an invitation is a link to pass on, with which a member chooses a password'),
  ),
  callRow('team.update', 'PUT /team/{userId}', team('a member is renamed, and the name taken away, at once')),
  callRow(
    'team.disable',
    'POST /team/{userId}/disable',
    team('disabling a member ends their sessions and links at once, until they are enabled again'),
  ),
  callRow(
    'team.enable',
    'POST /team/{userId}/enable',
    team('disabling a member ends their sessions and links at once, until they are enabled again'),
  ),
  callRow(
    'team.resetPassword',
    'POST /team/{userId}/reset-password',
    team('a new password is chosen with a link, and ends the sessions begun with the old one'),
  ),
  callRow('stores.authorize', 'POST /stores/{id}/authorize', [
    'apps/server/src/modules/stores/authorizations.test.ts',
    'leads to the consent page of the shop, and binds the attempt to the browser',
  ]),
  callRow(
    'overview.summary',
    'GET /overview/summary',
    overviewCalls('adds up all stores but those that were deleted'),
  ),
  callRow(
    'overview.activity',
    'GET /overview/activity',
    overviewCalls('lists thirty days up to today, also where nothing happened'),
  ),
  callRow(
    'webhooks.get',
    'GET /stores/{id}/webhooks',
    webhookCalls('has the shop tell, or tell no more; nothing that waited is taken over'),
  ),
  callRow(
    'webhooks.enable',
    'POST /stores/{id}/webhooks',
    webhookCalls('has the shop tell, or tell no more; nothing that waited is taken over'),
  ),
  callRow(
    'webhooks.disable',
    'DELETE /stores/{id}/webhooks',
    webhookCalls('has the shop tell, or tell no more; nothing that waited is taken over'),
  ),
  callRow(
    'sync.skippedRows',
    'GET /stores/{id}/sync/logs/{syncId}/skipped',
    mssqlTable('tells the rows that it skipped, and keeps what they were'),
  ),
  callRow('sync.removals', 'GET /stores/{id}/sync/removals', syncRuns('are removed once a person approves')),
  callRow(
    'sync.approveRemovals',
    'POST /stores/{id}/sync/removals/approve',
    syncRuns('are removed once a person approves'),
  ),
  callRow(
    'sync.dismissRemovals',
    'POST /stores/{id}/sync/removals/dismiss',
    syncRuns('stay when a person dismisses, and the next sync checks them again'),
  ),
  callRow(
    'products.get',
    'GET /products/{productId}',
    productCalls('answers the product with every variant and the currency of its store'),
  ),
  callRow('products.exportCsv', 'GET /products/export', csvCalls('sends the products of a search as a file')),
  callRow(
    'bulkUpdates.list',
    'GET /products/bulk-updates',
    bulkUpdateCalls('is listed only when asked for, read in pages by what they show, and dropped'),
  ),
  callRow(
    'bulkUpdates.preview',
    'POST /products/bulk-updates/preview',
    bulkUpdateCalls('of everything that a search finds is applied but for the rows that were taken out'),
  ),
  callRow(
    'bulkUpdates.importCsv',
    'POST /products/bulk-updates/import',
    csvCalls('takes a file as a preview, and sends its rows as a file'),
  ),
  callRow(
    'bulkUpdates.get',
    'GET /products/bulk-updates/{batch_id}',
    bulkUpdateCalls('with respond-async is answered at once, and its progress is asked by the batch'),
  ),
  callRow(
    'bulkUpdates.items',
    'GET /products/bulk-updates/{batch_id}/items',
    bulkUpdateCalls('is listed only when asked for, read in pages by what they show, and dropped'),
  ),
  callRow(
    'bulkUpdates.exportItems',
    'GET /products/bulk-updates/{batch_id}/items/export',
    csvCalls('takes a file as a preview, and sends its rows as a file'),
  ),
  callRow(
    'bulkUpdates.apply',
    'POST /products/bulk-updates/{batch_id}/apply',
    bulkUpdateCalls('of everything that a search finds is applied but for the rows that were taken out'),
  ),
  callRow(
    'bulkUpdates.cancel',
    'POST /products/bulk-updates/{batch_id}/cancel',
    bulkUpdateCalls('ends a running batch: what is done stays done, the rest keeps its values'),
  ),
  callRow(
    'bulkUpdates.retry',
    'POST /products/bulk-updates/{batch_id}/retry',
    bulkUpdateCalls('is a new preview of what did not get its value, based on what is there now'),
  ),
  callRow(
    'history.exportCsv',
    'GET /history/export',
    historyCalls('holds what the filters leave, with values as they are stored and times in UTC'),
  ),
  callRow(
    'history.users',
    'GET /history/users',
    historyCalls('lists everybody in the whole history once, as they were called the last time'),
  ),
  callRow(
    'history.previewUndo',
    'POST /history/undo/preview',
    undo('leaves it alone, and tells what it is now, who changed it and when'),
  ),
  callRow(
    'history.undo',
    'POST /history/undo',
    undo('restores the old value at the shop and here, as a change of its own by who asked for it'),
  ),
  callRow(
    'mssql.previewMappings',
    'POST /mssql/stores/{id}/mappings/preview',
    mssqlGeneration('shows the first rows as they are and as they would arrive'),
  ),
  callRow('stores.editing', 'GET /stores/{id}/editing', [
    'apps/server/src/modules/bulk-updates/editing-of-stores.test.ts',
    'locks what a table has no column for, with the reason',
  ]),
  callRow(
    'scheduledSyncs.preview',
    'POST /scheduled-syncs/preview',
    scheduleCalls('the preview says a schedule in words and its next five runs'),
  ),
  callRow(
    'scheduledSyncs.upcoming',
    'GET /scheduled-syncs/upcoming',
    scheduleCalls('the coming runs are those of all schedules, soonest first, an overdue one once'),
  ),
];
