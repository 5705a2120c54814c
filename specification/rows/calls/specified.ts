import { callRow, type Row } from '../../row.ts';
import {
  bulkUpdateCalls,
  connectionTests,
  historyCalls,
  mssqlConnectionTest,
  mssqlGeneration,
  mssqlLooking,
  mssqlMappings,
  mssqlRecord,
  paginationTestCalls,
  productCalls,
  restSync,
  scheduleCalls,
  scheduleStory,
  settingCalls,
  storeCalls,
  syncCalls,
  syncService,
} from '../files.ts';

export const specifiedCalls: readonly Row[] = [
  callRow(
    'products.listByStore',
    'GET /products/stores/{storeId}?limit&page_info -> products, pagination',
    productCalls('lists the products of the store'),
    productCalls('leads from page to page by its cursors'),
  ),
  callRow(
    'products.search',
    'GET /products/search?query&type&limit&offset&store_ids (or __EMPTY__) or store_id -> results, pagination',
    productCalls('answers in the shape of the contract'),
    productCalls('is narrowed to one store or to several, by type, and read from an offset'),
    productCalls('finds nothing in unknown stores and in an empty list of stores'),
  ),
  callRow(
    'products.bulkUpdate',
    'POST /products/bulk-update {products_to_update, attributes_to_set} -> success, succeeded, failed, errors[{error}]',
    bulkUpdateCalls(
      'answers the specification’s shape with the batch, and the values are in the shop and in our copy',
    ),
    bulkUpdateCalls(
      'tells a conflict with what the person saw and what the shop holds, and goes on with the rest',
    ),
  ),
  callRow(
    'products.paginationTest',
    'GET /products/pagination-test?store_id&max_pages',
    paginationTestCalls('walks through the live pages of a shop, without storing anything'),
    paginationTestCalls('stops at the page it was told to, and says that there are more'),
  ),
  callRow(
    'stores.list',
    'GET /stores?status&store_type&search&sort_by&sort_direction',
    storeCalls('is filtered by status, type and text'),
    storeCalls('is sorted by name, as a person reads names, unless said otherwise'),
  ),
  callRow(
    'stores.get',
    'GET /stores/{id}',
    storeCalls('answers every field as it was sent, when it is made and when it is changed'),
  ),
  callRow(
    'stores.update',
    'PUT /stores/{id}',
    storeCalls('answers every field as it was sent, when it is made and when it is changed'),
    storeCalls('changes the fields that are sent and keeps a secret that is blank'),
  ),
  callRow(
    'stores.delete',
    'DELETE /stores/{id}',
    storeCalls('hides it at once, then removes its products, and leaves the others alone'),
  ),
  callRow(
    'stores.create',
    'POST /stores',
    storeCalls('answers every field as it was sent, when it is made and when it is changed'),
    storeCalls('keeps every field, normalises the address and answers secrets as a hint only'),
  ),
  callRow(
    'stores.testConnection',
    'POST /stores/test-connection {shop_url, access_token, api_version} -> success, message, error, shop_data (name, email, domain, country, plan_name)',
    connectionTests('tells who the shop is and which version answered'),
    connectionTests('answers a sentence for %s'),
  ),
  callRow(
    'sync.startRest',
    'POST /stores/{id}/sync -> products_count, pages_fetched, has_more',
    restSync(
      'tells of the first page, and brings the whole catalogue with the variants that REST does not show',
    ),
    restSync('tells of one page that there are no more'),
  ),
  callRow(
    'sync.status',
    'GET /stores/{id}/sync/status',
    syncCalls('is synced from its start call to the whole catalogue, and progress never goes backwards'),
  ),
  callRow(
    'sync.statusBatch',
    'POST /stores/sync/status-batch {store_ids} -> map by store id',
    syncCalls('sync all starts every store and waits for none; the states come in one call'),
    syncService('comes by store id; idle before the first sync, unknown stores left out'),
  ),
  callRow(
    'sync.logs',
    'GET /stores/{id}/sync/logs?limit=100&offset=0',
    syncCalls('a log lists the newest 100 runs unless asked otherwise, and all page by page'),
  ),
  callRow(
    'sync.forceStop',
    'POST /stores/{id}/sync/force-stop -> success, message',
    syncCalls('is stopped within 2 s while its shop is silent, and synced again after a reset'),
  ),
  callRow(
    'sync.reset',
    'POST /stores/{id}/sync/reset -> success, message',
    syncCalls('is stopped within 2 s while its shop is silent, and synced again after a reset'),
  ),
  callRow(
    'sync.startAll',
    'POST /stores/sync-all -> total_stores, successful_syncs, failed_syncs, results[{store_name, success, error, products_count}]',
    syncCalls('sync all starts every store and waits for none; the states come in one call'),
    syncService('starts every active store, says how each went, and leaves out the inactive'),
  ),
  callRow(
    'stores.testGraphqlConnection',
    'POST /stores/{id}/test-graphql-connection -> success, message, data.name, error, detail',
    connectionTests('tests the GraphQL connection of a saved store'),
  ),
  callRow(
    'sync.startGraphql',
    'POST /stores/{id}/sync-graphql -> success, task_id, products_count, message',
    syncCalls('is synced from its start call to the whole catalogue, and progress never goes backwards'),
  ),
  callRow(
    'history.list',
    'GET /history?page&page_size&view_all&store_id&user_id&start_date&end_date -> data, total, total_pages',
    historyCalls('tells everything about a change in the shape of the contract'),
    historyCalls('lists the newest first and each record on exactly one page, also where times are equal'),
    historyCalls('answers view_all in pages of 5,000'),
    historyCalls('filters by %s'),
    historyCalls('takes both days as a whole, as they are lived in the zone'),
  ),
  callRow(
    'settings.list',
    'GET /settings',
    settingCalls('lists by key'),
    settingCalls('adds, reads, changes and deletes a setting'),
  ),
  callRow(
    'settings.asDict',
    'GET /settings/as-dict',
    settingCalls('adds, reads, changes and deletes a setting'),
  ),
  callRow('settings.get', 'GET /settings/{key}', settingCalls('adds, reads, changes and deletes a setting')),
  callRow(
    'settings.update',
    'PUT /settings/{key} {value, is_encrypted}',
    settingCalls('adds, reads, changes and deletes a setting'),
  ),
  callRow(
    'settings.delete',
    'DELETE /settings/{key}',
    settingCalls('adds, reads, changes and deletes a setting'),
  ),
  callRow(
    'settings.create',
    'POST /settings {key, value, description, is_encrypted}',
    settingCalls('adds, reads, changes and deletes a setting'),
  ),
  callRow(
    'settings.saveShopify',
    'POST /settings/shopify as form data (api_key, api_secret, optional callback_url, scopes)',
    settingCalls('saves the Shopify app as %s form data'),
  ),
  callRow(
    'mssql.testConnection',
    'POST /mssql/test-connection {server, database, username, password, port, connection string} -> success, message, error, version',
    mssqlConnectionTest('tells which version answered, and what was connected to'),
    mssqlConnectionTest('is by the connection string where there is one, whatever the single fields say'),
  ),
  callRow('mssql.createStore', 'POST /mssql/stores', mssqlRecord('keeps every field and shows no secret')),
  callRow(
    'mssql.tables',
    'GET /mssql/stores/{id}/tables',
    mssqlLooking('are listed with their schemas, views among them'),
  ),
  callRow(
    'mssql.tableSchema',
    'GET /mssql/stores/{id}/tables/{table}/schema',
    mssqlLooking('have columns, which are found by the name that the list gives'),
  ),
  callRow(
    'mssql.query',
    'POST /mssql/stores/{id}/query {query, params}',
    mssqlLooking('answers its columns and rows, exactly'),
    mssqlLooking('binds its parameters: what is in them is never SQL'),
  ),
  callRow(
    'mssql.listMappings',
    'GET /mssql/stores/{id}/mappings',
    mssqlMappings('is added with the defaults, listed, changed and deleted'),
  ),
  callRow(
    'mssql.createMapping',
    'POST /mssql/stores/{id}/mappings',
    mssqlMappings('is added with the defaults, listed, changed and deleted'),
  ),
  callRow(
    'mssql.createMappings',
    'POST /mssql/stores/{id}/mappings/bulk {store_id, mappings}',
    mssqlMappings('are added'),
  ),
  callRow(
    'mssql.generateMappings',
    'POST /mssql/stores/{id}/mappings/generate {store_id, table_name} -> success, mappings',
    mssqlGeneration('are saved, and say what they could not place'),
  ),
  callRow(
    'mssql.updateMapping',
    'PUT /mssql/stores/{id}/mappings/{mappingId}',
    mssqlMappings('is added with the defaults, listed, changed and deleted'),
  ),
  callRow(
    'mssql.deleteMapping',
    'DELETE /mssql/stores/{id}/mappings/{mappingId}',
    mssqlMappings('is added with the defaults, listed, changed and deleted'),
  ),
  callRow(
    'mssql.startSync',
    'POST /mssql/stores/{id}/sync -> success, message, store_id',
    mssqlGeneration('is started by what the mappings say, and brings the table'),
  ),
  callRow(
    'scheduledSyncs.list',
    'GET /scheduled-syncs?store_id&is_active&limit&offset -> scheduled_syncs',
    scheduleCalls('the list is by name, filtered and paged'),
    scheduleCalls('the list holds 100 unless asked otherwise'),
  ),
  callRow(
    'scheduledSyncs.get',
    'GET /scheduled-syncs/{id}',
    scheduleCalls('is made, read, changed and deleted'),
  ),
  callRow(
    'scheduledSyncs.create',
    'POST /scheduled-syncs',
    scheduleCalls('is made, read, changed and deleted'),
    scheduleCalls('takes the defaults of the specification'),
  ),
  callRow(
    'scheduledSyncs.update',
    'PUT /scheduled-syncs/{id}',
    scheduleCalls('is made, read, changed and deleted'),
  ),
  callRow(
    'scheduledSyncs.delete',
    'DELETE /scheduled-syncs/{id}',
    scheduleCalls('is made, read, changed and deleted'),
  ),
  callRow(
    'scheduledSyncs.execute',
    'POST /scheduled-syncs/{id}/execute',
    scheduleStory(
      'Run Now syncs the store, is refused while that goes on, and is in the log with what it did',
    ),
  ),
  callRow(
    'scheduledSyncs.toggle',
    'POST /scheduled-syncs/{id}/toggle',
    scheduleCalls('that is switched off has no next run; switched on again, it has'),
  ),
  callRow(
    'scheduledSyncs.logs',
    'GET /scheduled-syncs/{id}/logs?limit=50&offset=0',
    scheduleCalls('the log lists the newest 50 runs unless asked otherwise, and all page by page'),
  ),
  callRow(
    'scheduledSyncs.summary',
    'GET /scheduled-syncs/summary',
    scheduleCalls('the summary counts, and names the next run'),
  ),
  callRow(
    'scheduledSyncs.timezones',
    'GET /scheduled-syncs/timezones -> list of names',
    scheduleCalls('the timezones to choose from are the IANA names of today'),
  ),
];
