import {
  AUDIT_AREAS,
  AUDIT_OUTCOMES,
  type AuditArea,
  type AuditOutcome,
} from '@storefleet/contract/people/audit-areas';
import { isDay } from '../history/filters/calendar-days.ts';

/** Filters and page in the URL. */
export type AuditAddress = {
  user?: string | undefined;
  area?: AuditArea | undefined;
  outcome?: AuditOutcome | undefined;
  q?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  page?: number | undefined;
};

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Parses the URL; ignores unknown parts. */
export function parseAuditAddress(raw: Readonly<Record<string, unknown>>): AuditAddress {
  const page = Number(raw.page);
  return {
    user: typeof raw.user === 'string' && ID.test(raw.user) ? raw.user : undefined,
    area: AUDIT_AREAS.find((area) => area === raw.area),
    outcome: AUDIT_OUTCOMES.find((outcome) => outcome === raw.outcome),
    q: typeof raw.q === 'string' && raw.q.trim() !== '' ? raw.q.slice(0, 200) : undefined,
    from: isDay(raw.from) ? raw.from : undefined,
    to: isDay(raw.to) ? raw.to : undefined,
    page: Number.isInteger(page) && page > 1 ? page : undefined,
  };
}
