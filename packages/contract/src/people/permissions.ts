import type { ApiCallId } from '../api/paths.ts';

/** In ascending order: each role includes the previous ones. */
export const ROLES = ['viewer', 'proposer', 'editor', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** The default role of an invitation. */
export const DEFAULT_ROLE: Role = 'editor';

type CallOfMembers = Exclude<ApiCallId, 'config.get' | 'setup.create'>;

export const lowestRoles: Readonly<Record<CallOfMembers, Role>> = {
  // Reading, exporting, and what is one's own.
  'account.get': 'viewer',
  'account.dismissNotice': 'viewer',
  'account.sessions': 'viewer',
  'account.endSession': 'viewer',
  'account.secondFactor': 'viewer',
  'account.removeSecondFactor': 'viewer',
  'account.createRecoveryCodes': 'viewer',
  'account.useRecoveryCode': 'viewer',
  'team.list': 'viewer',
  'apiKeys.list': 'viewer',
  'stores.list': 'viewer',
  'stores.get': 'viewer',
  'stores.points': 'viewer',
  'stores.allLocations': 'viewer',
  'stores.locations': 'viewer',
  'stores.metafields': 'viewer',
  'stores.editing': 'viewer',
  'overview.summary': 'viewer',
  'overview.attention': 'viewer',
  'overview.activity': 'viewer',
  'overview.running': 'viewer',
  'overview.storage': 'viewer',
  'health.findings': 'viewer',
  'webhooks.get': 'viewer',
  'sync.status': 'viewer',
  'sync.statusBatch': 'viewer',
  'sync.logs': 'viewer',
  'sync.skippedRows': 'viewer',
  'sync.removals': 'viewer',
  'products.listByStore': 'viewer',
  'products.search': 'viewer',
  'products.quickSearch': 'viewer',
  'products.searchElsewhere': 'viewer',
  'products.selection': 'viewer',
  'products.facets': 'viewer',
  'products.metafieldValues': 'viewer',
  'products.categories': 'viewer',
  'products.get': 'viewer',
  'products.stock': 'viewer',
  'stores.findCategories': 'viewer',
  'stores.collections': 'viewer',
  'stores.channels': 'viewer',
  'products.collections': 'viewer',
  'products.channels': 'viewer',
  'products.counterparts': 'viewer',
  'products.atSource': 'viewer',
  'products.exportCsv': 'viewer',
  'bulkUpdates.list': 'viewer',
  'bulkUpdates.get': 'viewer',
  'bulkUpdates.items': 'viewer',
  'bulkUpdates.whatIf': 'viewer',
  'bulkUpdates.exportItems': 'viewer',
  'bulkUpdates.exportImportProblems': 'viewer',
  'history.list': 'viewer',
  'history.batches': 'viewer',
  'history.provenance': 'viewer',
  'history.exportCsv': 'viewer',
  'history.users': 'viewer',
  'files.exportProducts': 'viewer',
  'files.exportHistory': 'viewer',
  'files.exportItems': 'viewer',
  'files.exportComparison': 'viewer',
  'files.exportMissing': 'viewer',
  'files.download': 'viewer',
  'files.stop': 'viewer',
  'views.list': 'viewer',
  'views.create': 'viewer',
  'views.get': 'viewer',
  'views.update': 'viewer',
  'views.delete': 'viewer',
  'views.restore': 'viewer',
  'views.pin': 'viewer',
  'inbox.list': 'viewer',
  'inbox.drift': 'viewer',
  'scheduledChanges.list': 'viewer',
  'scheduledChanges.preview': 'viewer',
  'guardRails.list': 'viewer',
  'articles.list': 'viewer',
  'articles.matching': 'viewer',
  'compare.list': 'viewer',
  'compare.counts': 'viewer',
  'compare.export': 'viewer',
  'compare.missing': 'viewer',
  'compare.exportMissing': 'viewer',
  'rules.list': 'viewer',
  'rules.rates': 'viewer',
  'settings.list': 'viewer',
  'settings.asDict': 'viewer',
  'settings.get': 'viewer',
  'retention.get': 'viewer',
  'retention.removals': 'viewer',
  'mssql.listMappings': 'viewer',
  'mssql.tables': 'viewer',
  'mssql.tableSchema': 'viewer',
  'mssql.previewMappings': 'viewer',
  'scheduledSyncs.list': 'viewer',
  'scheduledSyncs.summary': 'viewer',
  'scheduledSyncs.timezones': 'viewer',
  'scheduledSyncs.preview': 'viewer',
  'scheduledSyncs.upcoming': 'viewer',
  'scheduledSyncs.get': 'viewer',
  'scheduledSyncs.logs': 'viewer',

  // Planning a change that somebody else applies.
  'bulkUpdates.preview': 'proposer',
  'bulkUpdates.importCsv': 'proposer',
  'bulkUpdates.uploadImport': 'proposer',
  'bulkUpdates.readImport': 'proposer',
  'bulkUpdates.matchImport': 'proposer',
  'bulkUpdates.findNear': 'proposer',
  'bulkUpdates.planImport': 'proposer',
  'bulkUpdates.annotate': 'proposer',
  'bulkUpdates.leaveOut': 'proposer',
  'bulkUpdates.drop': 'proposer',
  'compare.plan': 'proposer',
  'history.previewUndo': 'proposer',
  'inbox.submit': 'proposer',
  'inbox.withdraw': 'proposer',

  // Changing products, syncing and scheduling.
  'products.bulkUpdate': 'editor',
  'products.paginationTest': 'editor',
  'overview.dismiss': 'editor',
  'bulkUpdates.apply': 'editor',
  'bulkUpdates.cancel': 'editor',
  'bulkUpdates.retry': 'editor',
  'articles.link': 'editor',
  'rules.create': 'editor',
  'rules.update': 'editor',
  'rules.delete': 'editor',
  'rules.saveRates': 'editor',
  'history.undo': 'editor',
  'scheduledChanges.save': 'editor',
  'scheduledChanges.cancel': 'editor',
  'scheduledChanges.moveEnd': 'editor',
  'scheduledChanges.endNow': 'editor',
  'inbox.reject': 'editor',
  'inbox.takeOver': 'editor',
  'stores.testGraphqlConnection': 'editor',
  'sync.startRest': 'editor',
  'sync.startGraphql': 'editor',
  'sync.startChanges': 'editor',
  'sync.startAll': 'editor',
  'sync.forceStop': 'editor',
  'sync.reset': 'editor',
  'sync.approveRemovals': 'editor',
  'sync.dismissRemovals': 'editor',
  'mssql.startSync': 'editor',
  'scheduledSyncs.create': 'editor',
  'scheduledSyncs.createSeveral': 'editor',
  'scheduledSyncs.planSeveral': 'editor',
  'scheduledSyncs.update': 'editor',
  'scheduledSyncs.delete': 'editor',
  'scheduledSyncs.execute': 'editor',
  'scheduledSyncs.toggle': 'editor',

  // The team, stores with their credentials, and settings.
  'audit.list': 'owner',
  'audit.exportCsv': 'owner',
  'team.invite': 'owner',
  'team.update': 'owner',
  'team.disable': 'owner',
  'team.remove': 'owner',
  'team.enable': 'owner',
  'team.resetPassword': 'owner',
  'team.resetSecondFactor': 'owner',
  'team.demandSecondFactor': 'owner',
  'apiKeys.create': 'owner',
  'apiKeys.revoke': 'owner',
  'stores.create': 'owner',
  'stores.testConnection': 'owner',
  'stores.update': 'owner',
  'stores.delete': 'owner',
  'stores.authorize': 'owner',
  'stores.readMetafields': 'owner',
  'webhooks.enable': 'owner',
  'webhooks.disable': 'owner',
  'articles.saveMatching': 'owner',
  'guardRails.create': 'owner',
  'guardRails.update': 'owner',
  'guardRails.delete': 'owner',
  'settings.create': 'owner',
  'settings.saveShopify': 'owner',
  'settings.update': 'owner',
  'settings.delete': 'owner',
  'retention.save': 'owner',
  'mssql.testConnection': 'owner',
  'mssql.previewTable': 'owner',
  'mssql.createStore': 'owner',
  'mssql.query': 'owner',
  'mssql.createMapping': 'owner',
  'mssql.createMappings': 'owner',
  'mssql.generateMappings': 'owner',
  'mssql.updateMapping': 'owner',
  'mssql.deleteMapping': 'owner',
};

/** Personal calls: no API key can make them, whatever its role. */
const CALLS_OF_PEOPLE: ReadonlySet<string> = new Set<CallOfMembers>([
  'account.dismissNotice',
  'account.sessions',
  'account.endSession',
  'account.secondFactor',
  'account.removeSecondFactor',
  'account.createRecoveryCodes',
  'account.useRecoveryCode',
  'team.invite',
  'team.update',
  'team.disable',
  'team.remove',
  'team.enable',
  'team.resetPassword',
  'team.resetSecondFactor',
  'team.demandSecondFactor',
  'apiKeys.create',
  'apiKeys.revoke',
  'stores.authorize',
  'views.list',
  'views.get',
  'views.create',
  'views.update',
  'views.delete',
  'views.restore',
  'views.pin',
  'overview.running',
  'files.exportProducts',
  'files.exportHistory',
  'files.exportItems',
  'files.exportComparison',
  'files.exportMissing',
  'files.download',
  'files.stop',
]);

/** Calls about all stores together, closed to people limited to some. */
const CALLS_ABOUT_ALL_STORES: ReadonlySet<string> = new Set<CallOfMembers>([
  'overview.storage',
  'retention.get',
  'retention.removals',
]);

/** Whether a call requires access to all stores. */
export const isAboutAllStores = (call: string): boolean => CALLS_ABOUT_ALL_STORES.has(call);

/** Calls open to a person who has yet to confirm, or set up, a second factor. */
const CALLS_BEFORE_SECOND_FACTOR: ReadonlySet<string> = new Set<CallOfMembers>([
  'account.secondFactor',
  'account.useRecoveryCode',
]);

/** Whether a call is open before the second factor. */
export const isBeforeSecondFactor = (call: string): boolean => CALLS_BEFORE_SECOND_FACTOR.has(call);

/** Whether an API key with the required role may make a call. */
export const isOpenToKeys = (call: string): boolean => !CALLS_OF_PEOPLE.has(call);

/** Whether a role includes another one. */
export function isAtLeast(role: Role, lowest: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(lowest);
}

const callers: Record<Role, string> = {
  viewer: 'members',
  proposer: 'proposers, editors and owners',
  editor: 'editors and owners',
  owner: 'owners',
};
const withArticle: Record<Role, string> = {
  viewer: 'a viewer',
  proposer: 'a proposer',
  editor: 'an editor',
  owner: 'an owner',
};

export function lowestRoleOf(call: string): Role {
  return (lowestRoles as Readonly<Record<string, Role>>)[call] ?? 'owner';
}

/** Owners see all stores, whatever is stored. */
export function storesOf(role: Role, storeIds: string[] | null): string[] | null {
  return role === 'owner' ? null : storeIds;
}

/** The lower of the two. */
export function lowerRole(one: Role, other: Role): Role {
  return isAtLeast(one, other) ? other : one;
}

/** Why an API key of this role may not make a call, as a sentence, or null. `isLimited`: to some stores. */
export function whyNotCallByKey(role: Role, call: string, isLimited = false): string | null {
  if (!isOpenToKeys(call)) return 'No API key can do this. Sign in as a person.';
  const lowest = lowestRoleOf(call);
  if (isAtLeast(role, lowest)) {
    return isLimited && isAboutAllStores(call)
      ? 'This concerns all stores, and this API key reaches only some of them.'
      : null;
  }
  return `Only ${callers[lowest]} can do this, and this API key is ${withArticle[role]}.`;
}

/** Why a person of this role may not make a call, as a sentence, or null. */
export function whyNotCall(role: Role, call: string, isLimited = false): string | null {
  const lowest = lowestRoleOf(call);
  if (isAtLeast(role, lowest)) {
    return isLimited && isAboutAllStores(call)
      ? 'This concerns all stores, and you see only some of them. Ask an owner of this installation.'
      : null;
  }
  return `Only ${callers[lowest]} can do this, and you are ${withArticle[role]}. Ask an owner of this installation.`;
}
