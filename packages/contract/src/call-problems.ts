import { z } from 'zod';
import { namedRows } from './api/common.ts';
import type { ApiCallId } from './api/paths.ts';
import type { ErrorCode } from './api/problems.ts';
import type { RouteDescription } from './api/route.ts';
import { isBeforeSecondFactor, isOpenToKeys } from './people/permissions.ts';

/** Errors of a call that contacts a source. */
const SOURCE = [
  'source_auth_failed',
  'source_scope_missing',
  'source_rejected',
  'source_protocol',
  'source_unavailable',
  'source_throttled',
  'source_transient',
] as const satisfies readonly ErrorCode[];

const PROVING_AGAIN = [
  'proof_invalid',
  'no_second_factor',
  'second_factor_managed_elsewhere',
  'too_many_requests',
] as const;
const HANDING_OUT_A_LINK = ['mail_not_sent'] as const;
const STARTING_A_SYNC = [
  'wrong_store_type',
  'store_archived',
  'sync_in_progress',
  'sync_force_stopped',
  // If the new address belongs to the same shop.
  'store_already_exists',
  ...SOURCE,
] as const;
const DECIDING_ON_REMOVALS = ['store_archived', 'sync_in_progress', 'no_removals_held'] as const;
const LOOKING_INTO_A_SERVER = ['wrong_store_type', ...SOURCE] as const;
const CHANGING_MAPPINGS = ['wrong_store_type', 'store_archived', 'mapping_already_exists'] as const;
/** Errors of a change that breaks a guard rail. */
const GUARDED = ['guard_rail_blocks', 'override_reason_missing', 'approval_required'] as const;
const UNDOING = [
  'store_archived',
  'conflict',
  'history_record_not_found',
  'batch_not_found',
  ...SOURCE,
] as const;

/** Errors of a call beyond those that follow from its description. */
const FURTHER_PROBLEMS: Partial<Record<ApiCallId, readonly ErrorCode[]>> = {
  'setup.create': ['setup_link_invalid', 'weak_password', 'setup_already_done', 'too_many_requests'],
  'account.removeSecondFactor': [...PROVING_AGAIN],
  'account.createRecoveryCodes': [...PROVING_AGAIN],
  'account.useRecoveryCode': [
    'recovery_code_invalid',
    'no_second_factor',
    'second_factor_managed_elsewhere',
    'too_many_requests',
  ],
  'team.invite': ['user_already_exists', 'member_disabled', 'too_many_requests', ...HANDING_OUT_A_LINK],
  'overview.dismiss': ['not_found'],
  'team.update': ['last_owner'],
  'team.disable': ['last_owner'],
  'team.remove': ['last_owner'],
  'team.resetPassword': [
    'passwords_managed_elsewhere',
    'member_disabled',
    'too_many_requests',
    ...HANDING_OUT_A_LINK,
  ],
  'team.resetSecondFactor': ['no_second_factor', 'second_factor_managed_elsewhere'],
  'team.demandSecondFactor': ['no_second_factor', 'second_factor_managed_elsewhere'],

  'stores.create': ['host_not_allowed', 'store_already_exists'],
  'stores.update': [
    'host_not_allowed',
    'wrong_store_type',
    'store_already_exists',
    'store_archived',
    'conflict',
  ],
  'stores.testConnection': ['host_not_allowed', 'wrong_store_type', 'store_not_found'],
  'stores.testGraphqlConnection': ['wrong_store_type'],
  'stores.authorize': ['wrong_store_type', 'store_archived', 'not_connected_by_oauth', 'shopify_app_missing'],
  'stores.editing': SOURCE,
  'stores.findCategories': ['store_not_found', ...SOURCE],
  'stores.metafields': ['wrong_store_type'],
  'stores.readMetafields': ['wrong_store_type', 'store_archived', ...SOURCE],
  'webhooks.get': SOURCE,
  'webhooks.enable': ['wrong_store_type', 'store_archived', 'conflict', ...SOURCE],
  'webhooks.disable': ['wrong_store_type', ...SOURCE],

  'sync.startRest': STARTING_A_SYNC,
  'sync.startGraphql': STARTING_A_SYNC,
  'sync.startChanges': [...STARTING_A_SYNC, 'changes_not_possible'],
  'mssql.startSync': STARTING_A_SYNC,
  'sync.forceStop': ['sync_not_running'],
  'sync.reset': ['sync_reset_not_allowed'],
  'sync.approveRemovals': DECIDING_ON_REMOVALS,
  'sync.dismissRemovals': DECIDING_ON_REMOVALS,

  'products.paginationTest': ['wrong_store_type', 'store_archived', ...SOURCE],
  'products.atSource': SOURCE,
  'products.bulkUpdate': ['store_archived', 'store_not_found', ...GUARDED, ...SOURCE],
  'bulkUpdates.preview': ['store_archived', 'store_not_found', ...SOURCE],
  'bulkUpdates.importCsv': ['store_archived', 'store_not_found', 'conflict', ...SOURCE],
  'bulkUpdates.planImport': ['store_archived', 'store_not_found', 'conflict', ...SOURCE],
  'files.download': ['batch_not_found', 'conflict'],
  'bulkUpdates.whatIf': ['conflict'],
  'bulkUpdates.leaveOut': ['conflict'],
  'bulkUpdates.apply': ['store_archived', 'conflict', ...GUARDED],
  'bulkUpdates.cancel': ['conflict'],
  'bulkUpdates.drop': ['conflict'],
  'bulkUpdates.retry': ['store_archived', 'conflict', ...SOURCE],
  'history.previewUndo': UNDOING,
  'history.undo': [...UNDOING, ...GUARDED],

  'inbox.submit': ['conflict'],
  'inbox.withdraw': ['conflict'],
  'inbox.reject': ['conflict'],
  'inbox.takeOver': ['conflict', 'store_archived', ...SOURCE],

  'scheduledChanges.preview': ['conflict'],
  'scheduledChanges.save': ['conflict', ...GUARDED],
  'scheduledChanges.cancel': ['conflict'],
  'scheduledChanges.moveEnd': ['conflict', ...GUARDED],
  'scheduledChanges.endNow': ['conflict', ...GUARDED],

  'articles.saveMatching': ['conflict', 'store_not_found'],
  'articles.link': ['article_not_found'],
  'compare.plan': ['rematching', 'store_archived', 'store_not_found', ...SOURCE],
  'rules.create': ['too_many_rules', 'store_not_found'],
  'rules.update': ['conflict', 'store_not_found'],
  'rules.saveRates': ['conflict'],

  'guardRails.create': ['conflict', 'too_many_guard_rails'],
  'guardRails.update': ['conflict'],

  'views.create': ['view_already_exists', 'too_many_views'],
  'views.update': ['view_already_exists', 'conflict'],
  'views.restore': ['view_already_exists', 'too_many_views'],
  'views.pin': ['too_many_pinned_views'],

  'settings.get': ['setting_not_found'],
  'settings.update': ['setting_not_found', 'conflict'],
  'settings.saveShopify': ['conflict'],
  'settings.delete': ['setting_not_found'],
  'settings.create': ['setting_already_exists'],
  'retention.save': ['conflict'],

  'mssql.testConnection': ['wrong_store_type', 'store_not_found'],
  'mssql.previewTable': SOURCE,
  'mssql.createStore': ['store_already_exists', ...SOURCE],
  'mssql.tables': LOOKING_INTO_A_SERVER,
  'mssql.tableSchema': ['not_found', ...LOOKING_INTO_A_SERVER],
  'mssql.query': LOOKING_INTO_A_SERVER,
  'mssql.listMappings': ['wrong_store_type'],
  'mssql.createMapping': [...CHANGING_MAPPINGS, ...SOURCE],
  'mssql.createMappings': [...CHANGING_MAPPINGS, ...SOURCE],
  'mssql.generateMappings': ['not_found', 'store_archived', ...LOOKING_INTO_A_SERVER],
  'mssql.previewMappings': ['not_found', ...LOOKING_INTO_A_SERVER],
  'mssql.updateMapping': [...CHANGING_MAPPINGS, ...SOURCE],
  'mssql.deleteMapping': ['wrong_store_type', 'store_archived'],

  'scheduledSyncs.create': ['store_not_found'],
  'scheduledSyncs.createSeveral': ['store_not_found'],
  'scheduledSyncs.planSeveral': ['store_not_found'],
  'scheduledSyncs.update': ['store_not_found', 'conflict'],
  'scheduledSyncs.execute': [
    'store_archived',
    'sync_in_progress',
    'sync_force_stopped',
    'store_already_exists',
    ...SOURCE,
  ],
};

/** All errors of a call, except server errors. */
export function problemsOf(route: RouteDescription): readonly ErrorCode[] {
  const takesBody = route.body !== undefined || route.maxFileBytes !== undefined;
  const takesInput = takesBody || [route.params, route.query, route.headers].some(Boolean);
  const fields = [route.params, route.query].flatMap((schema) => Object.values(schema?.shape ?? {}));
  const missing = fields.flatMap((field) =>
    field instanceof z.ZodType ? (namedRows.get(field)?.missing ?? []) : [],
  );
  return [
    ...new Set<ErrorCode>([
      ...(takesInput ? (['validation_failed', 'malformed_request'] as const) : []),
      ...(takesBody ? (['request_timeout', 'payload_too_large', 'unsupported_media_type'] as const) : []),
      ...(!route.public && isOpenToKeys(route.id) ? (['too_many_requests'] as const) : []),
      ...(route.public ? [] : (['unauthorized', 'forbidden', 'not_a_member'] as const)),
      ...(route.public || isBeforeSecondFactor(route.id)
        ? []
        : (['second_factor_required', 'second_factor_missing'] as const)),
      ...missing,
      ...(FURTHER_PROBLEMS[route.id as ApiCallId] ?? []),
      'disk_full',
      'service_unavailable',
    ]),
  ];
}
