/** What an entry is about: the first part of its call. */
export const AUDIT_AREAS = [
  'auth',
  'account',
  'setup',
  'team',
  'apiKeys',
  'stores',
  'mssql',
  'webhooks',
  'settings',
  'inbox',
  'scheduledChanges',
  'guardRails',
  'articles',
  'compare',
  'rules',
  'retention',
  'scheduledSyncs',
  'sync',
  'products',
  'bulkUpdates',
  'history',
  'files',
  'views',
  'overview',
] as const;
export type AuditArea = (typeof AUDIT_AREAS)[number];

export const AUDIT_OUTCOMES = ['ok', 'refused', 'failed'] as const;
/** The problem of a call of which nobody knows what came of it: the server was cut off before it could say. */
export const AUDIT_INTERRUPTED = 'interrupted';
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

export const AUDIT_PAGE_SIZE = 50;
/** More are not counted. */
export const AUDIT_MOST_COUNTED = 10_000;
