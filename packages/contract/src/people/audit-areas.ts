/** The area of an entry: the first part of its call's id. */
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
/** The code of a call whose outcome is unknown because the server was interrupted. */
export const AUDIT_INTERRUPTED = 'interrupted';
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

export const AUDIT_PAGE_SIZE = 50;
/** Entries are counted up to this number. */
export const AUDIT_MOST_COUNTED = 10_000;
