import { describeRule } from '@storefleet/contract/edits/guard-rail-words';
import type { GuardRailRule } from '@storefleet/contract/edits/guard-rails';
import type { AuditRecord } from '@storefleet/contract/people/audit';
import {
  AUDIT_INTERRUPTED,
  type AuditArea,
  type AuditOutcome,
} from '@storefleet/contract/people/audit-areas';
import type { Tone } from '../../components/text/status-badge.tsx';
import { capitalised } from '../../lib/format/capitalised.ts';

export const AREA_LABELS: Readonly<Record<AuditArea, string>> = {
  auth: 'Sign-ins',
  account: 'Own account',
  setup: 'Setup',
  team: 'Team',
  apiKeys: 'API keys',
  stores: 'Stores',
  mssql: 'SQL Server stores and mappings',
  webhooks: 'Webhooks',
  settings: 'Settings',
  inbox: 'Inbox',
  scheduledChanges: 'Scheduled changes',
  guardRails: 'Guard rails',
  articles: 'Matching of articles',
  compare: 'Compare',
  rules: 'Rules across stores',
  retention: 'Retention',
  scheduledSyncs: 'Schedules',
  sync: 'Syncs',
  products: 'Product changes',
  bulkUpdates: 'Bulk updates',
  history: 'Undo',
  files: 'Files',
  views: 'Views',
  overview: 'Dashboard',
};

export const OUTCOMES: Readonly<Record<AuditOutcome, { label: string; tone: Tone }>> = {
  ok: { label: 'Done', tone: 'success' },
  refused: { label: 'Refused', tone: 'warning' },
  failed: { label: 'Failed', tone: 'danger' },
};

/** Result of a call; unknown if the server was interrupted. */
export function outcomeOf({ outcome, problem }: Pick<AuditRecord, 'outcome' | 'problem'>) {
  return problem === AUDIT_INTERRUPTED ? INTERRUPTED : OUTCOMES[outcome];
}
const INTERRUPTED: { label: string; tone: Tone } = { label: 'Interrupted', tone: 'warning' };

const ACTIONS: Readonly<Record<string, string>> = {
  'auth.signIn': 'Signed in',
  'auth.signOut': 'Signed out',
  'auth.changeProfile': 'Changed own account',
  'auth.recover': 'Requested a password link',
  'auth.useLink': 'Opened a link',
  'auth.beginFactor': 'Started setting up a second factor',
  'auth.enrolFactor': 'Set up a second factor',
  'auth.confirmFactor': 'Confirmed a sign-in with a code',
  'auth.removeFactor': 'Removed a second factor',
  'auth.addPasskey': 'Added a passkey',
  'auth.renamePasskey': 'Renamed a passkey',
  'auth.removePasskey': 'Removed a passkey',
  'auth.admin': 'Managed accounts with the service key',
  'account.dismissNotice': 'Dismissed a notice',
  'setup.create': 'Created the first account',
  'team.invite': 'Invited a member',
  'team.update': 'Changed a member',
  'team.remove': 'Deleted a member',
  'account.endSession': 'Ended a session',
  'account.removeSecondFactor': 'Removed their second factor',
  'account.createRecoveryCodes': 'Created recovery codes',
  'account.useRecoveryCode': 'Used a recovery code',
  'team.resetSecondFactor': 'Reset the second factor of a member',
  'team.demandSecondFactor': 'Changed whether a second factor is required',
  'team.disable': 'Disabled a member',
  'team.enable': 'Enabled a member',
  'team.resetPassword': 'Created a password link',
  'apiKeys.create': 'Created an API key',
  'apiKeys.revoke': 'Revoked an API key',
  'team.shell': 'Managed accounts from the shell',
  'stores.create': 'Added a store',
  'stores.update': 'Changed a store',
  'stores.delete': 'Deleted a store',
  'stores.readMetafields': 'Chose the metafields that are read',
  'stores.authorize': 'Started to connect with Shopify',
  'stores.connect': 'Connected with Shopify',
  'overview.dismiss': 'Dismissed what needs attention',
  'webhooks.enable': 'Switched webhooks on',
  'webhooks.disable': 'Switched webhooks off',
  'sync.startRest': 'Started a sync',
  'sync.startGraphql': 'Started a sync',
  'sync.startChanges': 'Started a sync of changes',
  'sync.startAll': 'Started all syncs',
  'sync.forceStop': 'Stopped a sync',
  'sync.reset': 'Reset a sync',
  'sync.approveRemovals': 'Approved removals',
  'sync.dismissRemovals': 'Dismissed removals',
  'products.bulkUpdate': 'Changed products',
  'bulkUpdates.preview': 'Previewed an update',
  'bulkUpdates.importCsv': 'Imported a file',
  'bulkUpdates.uploadImport': 'Uploaded rows to import',
  'bulkUpdates.planImport': 'Planned an import',
  'bulkUpdates.annotate': 'Changed the note of an update',
  'bulkUpdates.leaveOut': 'Excluded rows from an update',
  'bulkUpdates.apply': 'Applied an update',
  'bulkUpdates.cancel': 'Cancelled an update',
  'bulkUpdates.drop': 'Discarded a preview',
  'bulkUpdates.retry': 'Retried an update',
  'history.undo': 'Undid changes',
  'files.exportProducts': 'Exported products',
  'files.exportHistory': 'Exported the history',
  'files.exportItems': 'Exported an update',
  'files.exportComparison': 'Exported a comparison',
  'files.exportMissing': 'Exported missing articles',
  'files.stop': 'Stopped an export or import',
  'views.create': 'Saved a view',
  'views.update': 'Changed a view',
  'views.delete': 'Deleted a view',
  'views.restore': 'Restored a view',
  'views.pin': 'Pinned a view',
  'inbox.submit': 'Submitted a plan',
  'inbox.withdraw': 'Withdrew a plan',
  'inbox.reject': 'Rejected a plan',
  'inbox.takeOver': 'Took over a plan',
  'articles.saveMatching': 'Changed how articles are matched',
  'articles.link': 'Matched variants manually',
  'compare.plan': 'Planned a correction',
  'rules.create': 'Added a rule across stores',
  'rules.update': 'Changed a rule across stores',
  'rules.delete': 'Deleted a rule across stores',
  'rules.saveRates': 'Changed exchange rates',
  'scheduledChanges.save': 'Scheduled an update',
  'scheduledChanges.cancel': 'Cancelled the schedule of an update',
  'scheduledChanges.moveEnd': 'Changed when an update ends',
  'scheduledChanges.endNow': 'Ended an update early',
  'guardRails.create': 'Added a guard rail',
  'guardRails.update': 'Changed a guard rail',
  'guardRails.delete': 'Deleted a guard rail',
  'settings.create': 'Added a setting',
  'settings.update': 'Changed a setting',
  'settings.delete': 'Deleted a setting',
  'settings.saveShopify': 'Changed the Shopify app',
  'retention.save': 'Changed how long records are kept',
  'mssql.createStore': 'Added a SQL Server store',
  'mssql.query': 'Queried a SQL Server',
  'mssql.createMapping': 'Added a mapping',
  'mssql.createMappings': 'Added mappings',
  'mssql.generateMappings': 'Generated mappings',
  'mssql.updateMapping': 'Changed a mapping',
  'mssql.deleteMapping': 'Deleted a mapping',
  'mssql.startSync': 'Started a sync',
  'scheduledSyncs.create': 'Added a schedule',
  'scheduledSyncs.createSeveral': 'Added several schedules',
  'scheduledSyncs.update': 'Changed a schedule',
  'scheduledSyncs.delete': 'Deleted a schedule',
  'scheduledSyncs.execute': 'Ran a schedule',
  'scheduledSyncs.toggle': 'Switched a schedule on or off',
};

/** Labels of refused or failed calls that read differently. */
const TRIES: Readonly<Record<string, string>> = {
  'auth.signIn': 'Tried to sign in',
  'auth.confirmFactor': 'Entered a wrong code',
  'account.useRecoveryCode': 'Entered a wrong recovery code',
};

/** Describes what was done or attempted; a call newer than this page by its id. */
export function actionOf({ call, outcome }: Pick<AuditRecord, 'call' | 'outcome'>): string {
  return (outcome === 'ok' ? undefined : TRIES[call]) ?? ACTIONS[call] ?? call;
}

/** The changed object by its name; one without by its kind, and null if there is none. */
export const targetOf = ({ target_name, target_kind }: Pick<AuditRecord, 'target_name' | 'target_kind'>) =>
  target_name ?? (target_kind === null ? null : wordsOf(target_kind));

export const actorOf = ({ actor_name, actor_kind }: AuditRecord): string =>
  actor_name ?? (actor_kind === 'system' ? 'Storefleet' : 'Somebody who was not signed in');

/** The changed fields, each with both values as text; the id stands above them. */
export function changedFields({
  before,
  after,
  target_id,
  target_kind,
}: Pick<AuditRecord, 'before' | 'after' | 'target_id' | 'target_kind'>) {
  const words = (name: string, value: unknown) =>
    target_kind === 'guard_rail' && name === 'rule' && value
      ? describeRule(value as GuardRailRule)
      : textOf(value);
  const names = Object.keys({ ...before, ...after }).sort();
  return names
    .filter((name) => name !== 'id' || (after ?? before)?.id !== target_id)
    .map((name) => ({
      name: wordsOf(name),
      before: words(name, before?.[name]),
      after: words(name, after?.[name]),
    }))
    .filter((field) => field.before !== NONE || field.after !== NONE);
}

const NONE = '–';
const wordsOf = (name: string) => capitalised(name.replaceAll('_', ' '));

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return NONE;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(textOf).join(', ') || NONE;
  if (typeof value !== 'object') return String(value);
  const parts = Object.entries(value).map(([name, part]) => ({ name: wordsOf(name), text: textOf(part) }));
  const told = parts.filter(({ text }) => text !== NONE);
  return told.map(({ name, text }) => `${name}: ${text}`).join('; ') || NONE;
}
