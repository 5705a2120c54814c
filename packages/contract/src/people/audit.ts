import { z } from 'zod';
import { DayOrMoment, queryFilter, queryInteger, Timestamp, Uuid } from '../api/common.ts';
import { model } from '../api/model.ts';
import { defineRoute } from '../api/route.ts';
import { AUDIT_AREAS, AUDIT_MOST_COUNTED, AUDIT_OUTCOMES, AUDIT_PAGE_SIZE } from './audit-areas.ts';

const Fields = z.record(z.string(), z.unknown()).nullable();

export const AuditRecord = model('AuditRecord', {
  id: Uuid,
  at: Timestamp,
  call: z.string().describe('The operation of this API or the sign-in service, such as auth.signIn'),
  outcome: z.enum(AUDIT_OUTCOMES),
  actor_kind: z.enum(['person', 'api_key', 'system', 'unknown']),
  actor_id: Uuid.nullable(),
  actor_name: z.string().nullable().describe('At that time; for a failed sign-in, the address entered'),
  ip: z.string(),
  user_agent: z.string().nullable(),
  target_kind: z.string().nullable(),
  target_id: z.string().nullable(),
  target_name: z.string().nullable(),
  before: Fields.describe('The fields that differ; secrets as "replaced"'),
  after: Fields,
  problem: z.string().nullable().describe('Error code'),
});
export type AuditRecord = z.infer<typeof AuditRecord>;

export const AuditFilters = z.object({
  user_id: queryFilter(Uuid),
  area: queryFilter(z.enum(AUDIT_AREAS)),
  outcome: queryFilter(z.enum(AUDIT_OUTCOMES)),
  target: queryFilter(z.string().max(200)).describe('Part of the name of the changed object or member'),
  start_date: queryFilter(DayOrMoment).describe('The first day or moment, inclusive'),
  end_date: queryFilter(DayOrMoment).describe('The last day or moment, inclusive'),
  timezone: queryFilter(z.string().max(64)).describe('IANA timezone of the days. Default: UTC'),
});
export type AuditFilters = z.infer<typeof AuditFilters>;

export const AuditQuery = AuditFilters.extend({
  page: queryInteger({ min: 1, max: AUDIT_MOST_COUNTED / AUDIT_PAGE_SIZE, name: 'page' }).default(1),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

export const AuditPage = model('AuditPage', {
  entries: z.array(AuditRecord),
  total: z.int().min(0).max(AUDIT_MOST_COUNTED),
  is_more: z.boolean().describe('There are more than `total`: counting stopped'),
});
export type AuditPage = z.infer<typeof AuditPage>;

export const auditRoutes = {
  list: defineRoute('audit.list', {
    summary: 'List audit log entries, newest first',
    query: AuditQuery,
    response: AuditPage,
  }),
  exportCsv: defineRoute('audit.exportCsv', {
    summary: 'Export the filtered entries as CSV',
    query: AuditFilters,
    response: z.string(),
    contentType: 'text/csv',
  }),
};
