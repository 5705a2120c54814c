export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Method and path of every call, relative to `/api/v1`, with parameters as `{name}`. Without Zod, so that the
 * web client can load it; the route descriptions take method and path from here.
 */
export const apiPaths = {
  'config.get': 'GET /config',

  'setup.create': 'POST /setup',
  'account.get': 'GET /account',
  'account.dismissNotice': 'DELETE /account/notices/{noticeId}',
  'account.sessions': 'GET /account/sessions',
  'account.endSession': 'DELETE /account/sessions/{sessionId}',
  'account.secondFactor': 'GET /account/second-factor',
  'account.removeSecondFactor': 'POST /account/second-factor/remove',
  'account.createRecoveryCodes': 'POST /account/recovery-codes',
  'account.useRecoveryCode': 'POST /account/recovery-codes/use',
  'team.list': 'GET /team',
  'team.invite': 'POST /team',
  'team.update': 'PUT /team/{userId}',
  'team.remove': 'DELETE /team/{userId}',
  'team.disable': 'POST /team/{userId}/disable',
  'team.enable': 'POST /team/{userId}/enable',
  'team.resetPassword': 'POST /team/{userId}/reset-password',
  'team.resetSecondFactor': 'POST /team/{userId}/reset-second-factor',
  'team.demandSecondFactor': 'PUT /team/second-factor',

  'apiKeys.list': 'GET /api-keys',
  'apiKeys.create': 'POST /api-keys',
  'apiKeys.revoke': 'DELETE /api-keys/{keyId}',

  'stores.list': 'GET /stores',
  'stores.create': 'POST /stores',
  'stores.testConnection': 'POST /stores/test-connection',
  'stores.get': 'GET /stores/{id}',
  'stores.update': 'PUT /stores/{id}',
  'stores.delete': 'DELETE /stores/{id}',
  'stores.testGraphqlConnection': 'POST /stores/{id}/test-graphql-connection',
  'stores.authorize': 'POST /stores/{id}/authorize',
  'stores.editing': 'GET /stores/{id}/editing',

  'overview.summary': 'GET /overview/summary',
  'overview.attention': 'GET /overview/attention',
  'overview.dismiss': 'PUT /overview/attention/dismissal',
  'overview.activity': 'GET /overview/activity',
  'overview.running': 'GET /overview/running',
  'overview.storage': 'GET /overview/storage',

  'health.findings': 'GET /health/findings',

  'webhooks.get': 'GET /stores/{id}/webhooks',
  'webhooks.enable': 'POST /stores/{id}/webhooks',
  'webhooks.disable': 'DELETE /stores/{id}/webhooks',

  'stores.points': 'GET /stores/{id}/points',
  'stores.allLocations': 'GET /locations',
  'stores.locations': 'GET /stores/{id}/locations',
  'stores.metafields': 'GET /stores/{id}/metafields',
  'stores.readMetafields': 'PUT /stores/{id}/metafields',
  'sync.startRest': 'POST /stores/{id}/sync',
  'sync.startGraphql': 'POST /stores/{id}/sync-graphql',
  'sync.startChanges': 'POST /stores/{id}/sync-changes',
  'sync.startAll': 'POST /stores/sync-all',
  'sync.status': 'GET /stores/{id}/sync/status',
  'sync.statusBatch': 'POST /stores/sync/status-batch',
  'sync.logs': 'GET /stores/{id}/sync/logs',
  'sync.forceStop': 'POST /stores/{id}/sync/force-stop',
  'sync.reset': 'POST /stores/{id}/sync/reset',
  'sync.skippedRows': 'GET /stores/{id}/sync/logs/{syncId}/skipped',
  'sync.removals': 'GET /stores/{id}/sync/removals',
  'sync.approveRemovals': 'POST /stores/{id}/sync/removals/approve',
  'sync.dismissRemovals': 'POST /stores/{id}/sync/removals/dismiss',

  'products.listByStore': 'GET /products/stores/{storeId}',
  'products.search': 'GET /products/search',
  'products.quickSearch': 'GET /products/quick-search',
  'products.searchElsewhere': 'GET /products/search/elsewhere',
  'products.selection': 'GET /products/search/selection',
  'products.facets': 'GET /products/facets',
  'products.metafieldValues': 'GET /products/facets/metafields',
  'products.categories': 'GET /products/facets/categories',
  'products.get': 'GET /products/{productId}',
  'products.stock': 'GET /products/{productId}/stock',
  'stores.findCategories': 'GET /categories',
  'stores.collections': 'GET /collections',
  'stores.channels': 'GET /channels',
  'products.collections': 'GET /products/{productId}/collections',
  'products.channels': 'GET /products/{productId}/channels',
  'products.counterparts': 'GET /products/{productId}/counterparts',
  'products.atSource': 'GET /products/{productId}/source',
  'products.bulkUpdate': 'POST /products/bulk-update',
  'products.exportCsv': 'GET /products/export',
  'products.paginationTest': 'GET /products/pagination-test',

  'bulkUpdates.list': 'GET /products/bulk-updates',
  'bulkUpdates.preview': 'POST /products/bulk-updates/preview',
  'bulkUpdates.importCsv': 'POST /products/bulk-updates/import',
  'bulkUpdates.uploadImport': 'POST /products/imports',
  'bulkUpdates.readImport': 'GET /products/imports/{id}',
  'bulkUpdates.matchImport': 'POST /products/imports/{id}/match',
  'bulkUpdates.planImport': 'POST /products/imports/{id}/plan',
  'bulkUpdates.findNear': 'POST /products/imports/near',
  'bulkUpdates.exportImportProblems': 'GET /products/bulk-updates/{batch_id}/import-problems',
  'bulkUpdates.get': 'GET /products/bulk-updates/{batch_id}',
  'bulkUpdates.whatIf': 'GET /products/bulk-updates/{batch_id}/what-if',
  'bulkUpdates.items': 'GET /products/bulk-updates/{batch_id}/items',
  'bulkUpdates.exportItems': 'GET /products/bulk-updates/{batch_id}/items/export',
  'bulkUpdates.annotate': 'PUT /products/bulk-updates/{batch_id}/note',
  'bulkUpdates.leaveOut': 'POST /products/bulk-updates/{batch_id}/leave-out',
  'bulkUpdates.apply': 'POST /products/bulk-updates/{batch_id}/apply',
  'bulkUpdates.cancel': 'POST /products/bulk-updates/{batch_id}/cancel',
  'bulkUpdates.drop': 'DELETE /products/bulk-updates/{batch_id}',
  'bulkUpdates.retry': 'POST /products/bulk-updates/{batch_id}/retry',

  'history.list': 'GET /history',
  'history.batches': 'GET /history/batches',
  'history.provenance': 'GET /history/provenance',
  'history.exportCsv': 'GET /history/export',
  'history.users': 'GET /history/users',
  'history.previewUndo': 'POST /history/undo/preview',
  'history.undo': 'POST /history/undo',

  'files.exportProducts': 'POST /files/products',
  'files.exportHistory': 'POST /files/history',
  'files.exportItems': 'POST /files/bulk-updates/{batch_id}',
  'files.exportComparison': 'POST /files/comparison',
  'files.exportMissing': 'POST /files/missing-articles',
  'files.download': 'GET /files/{id}',
  'files.stop': 'DELETE /files/{id}',

  'inbox.list': 'GET /inbox',
  'inbox.submit': 'POST /products/bulk-updates/{batch_id}/submit',
  'inbox.withdraw': 'POST /products/bulk-updates/{batch_id}/withdraw',
  'inbox.reject': 'POST /products/bulk-updates/{batch_id}/reject',
  'inbox.takeOver': 'POST /products/bulk-updates/{batch_id}/take-over',
  'inbox.drift': 'GET /products/bulk-updates/{batch_id}/drift',

  'articles.list': 'GET /articles',
  'articles.matching': 'GET /articles/matching',
  'articles.saveMatching': 'PUT /articles/matching',
  'articles.link': 'POST /articles/link',

  'compare.list': 'GET /compare',
  'compare.counts': 'GET /compare/counts',
  'compare.plan': 'POST /compare/plan',
  'compare.export': 'GET /compare/export',
  'compare.missing': 'GET /compare/missing',
  'compare.exportMissing': 'GET /compare/missing/export',

  'rules.list': 'GET /rules',
  'rules.create': 'POST /rules',
  'rules.rates': 'GET /rules/rates',
  'rules.saveRates': 'PUT /rules/rates',
  'rules.update': 'PUT /rules/{id}',
  'rules.delete': 'DELETE /rules/{id}',

  'scheduledChanges.list': 'GET /products/scheduled-changes',
  'scheduledChanges.preview': 'POST /products/bulk-updates/{batch_id}/schedule/preview',
  'scheduledChanges.save': 'PUT /products/bulk-updates/{batch_id}/schedule',
  'scheduledChanges.cancel': 'DELETE /products/bulk-updates/{batch_id}/schedule',
  'scheduledChanges.moveEnd': 'PUT /products/bulk-updates/{batch_id}/schedule/end',
  'scheduledChanges.endNow': 'POST /products/bulk-updates/{batch_id}/schedule/end-now',

  'guardRails.list': 'GET /guard-rails',
  'guardRails.create': 'POST /guard-rails',
  'guardRails.update': 'PUT /guard-rails/{id}',
  'guardRails.delete': 'DELETE /guard-rails/{id}',

  'views.list': 'GET /views',
  'views.create': 'POST /views',
  'views.get': 'GET /views/{id}',
  'views.update': 'PUT /views/{id}',
  'views.delete': 'DELETE /views/{id}',
  'views.restore': 'POST /views/{id}/restore',
  'views.pin': 'PUT /views/{id}/pin',

  'audit.list': 'GET /audit',
  'audit.exportCsv': 'GET /audit/export',

  'settings.list': 'GET /settings',
  'settings.asDict': 'GET /settings/as-dict',
  'settings.create': 'POST /settings',
  'settings.saveShopify': 'POST /settings/shopify',
  'settings.get': 'GET /settings/{key}',
  'settings.update': 'PUT /settings/{key}',
  'settings.delete': 'DELETE /settings/{key}',

  'retention.get': 'GET /retention',
  'retention.removals': 'GET /retention/removals',
  'retention.save': 'PUT /retention',

  'mssql.testConnection': 'POST /mssql/test-connection',
  'mssql.previewTable': 'POST /mssql/preview-table',
  'mssql.createStore': 'POST /mssql/stores',
  'mssql.tables': 'GET /mssql/stores/{id}/tables',
  'mssql.tableSchema': 'GET /mssql/stores/{id}/tables/{table}/schema',
  'mssql.query': 'POST /mssql/stores/{id}/query',
  'mssql.listMappings': 'GET /mssql/stores/{id}/mappings',
  'mssql.createMapping': 'POST /mssql/stores/{id}/mappings',
  'mssql.createMappings': 'POST /mssql/stores/{id}/mappings/bulk',
  'mssql.generateMappings': 'POST /mssql/stores/{id}/mappings/generate',
  'mssql.previewMappings': 'POST /mssql/stores/{id}/mappings/preview',
  'mssql.updateMapping': 'PUT /mssql/stores/{id}/mappings/{mappingId}',
  'mssql.deleteMapping': 'DELETE /mssql/stores/{id}/mappings/{mappingId}',
  'mssql.startSync': 'POST /mssql/stores/{id}/sync',

  'scheduledSyncs.list': 'GET /scheduled-syncs',
  'scheduledSyncs.create': 'POST /scheduled-syncs',
  'scheduledSyncs.createSeveral': 'POST /scheduled-syncs/several',
  'scheduledSyncs.planSeveral': 'POST /scheduled-syncs/several/plan',
  'scheduledSyncs.summary': 'GET /scheduled-syncs/summary',
  'scheduledSyncs.timezones': 'GET /scheduled-syncs/timezones',
  'scheduledSyncs.preview': 'POST /scheduled-syncs/preview',
  'scheduledSyncs.upcoming': 'GET /scheduled-syncs/upcoming',
  'scheduledSyncs.get': 'GET /scheduled-syncs/{id}',
  'scheduledSyncs.update': 'PUT /scheduled-syncs/{id}',
  'scheduledSyncs.delete': 'DELETE /scheduled-syncs/{id}',
  'scheduledSyncs.execute': 'POST /scheduled-syncs/{id}/execute',
  'scheduledSyncs.toggle': 'POST /scheduled-syncs/{id}/toggle',
  'scheduledSyncs.logs': 'GET /scheduled-syncs/{id}/logs',
} as const satisfies Record<string, `${HttpMethod} /${string}`>;

export type ApiCallId = keyof typeof apiPaths;

/** Calls with a form-encoded body; others have JSON, or a file. */
const formEncodedCalls: ReadonlySet<string> = new Set<ApiCallId>(['settings.saveShopify']);
/** Calls whose body is a file. */
const fileCalls: ReadonlySet<string> = new Set<ApiCallId>([
  'bulkUpdates.importCsv',
  'bulkUpdates.uploadImport',
]);

export type BodyEncoding = 'json' | 'form' | 'file';

export type Endpoint = { method: HttpMethod; path: string; bodyEncoding: BodyEncoding };

export function endpointOf(id: ApiCallId): Endpoint {
  const [method, path] = apiPaths[id].split(' ') as [HttpMethod, string];
  return {
    method,
    path,
    bodyEncoding: formEncodedCalls.has(id) ? 'form' : fileCalls.has(id) ? 'file' : 'json',
  };
}
