import type { AuditFilters, AuditPage, AuditQuery, AuditRecord } from '@storefleet/contract/people/audit';
import { AUDIT_MOST_COUNTED, AUDIT_PAGE_SIZE } from '@storefleet/contract/people/audit-areas';
import type { Queryable } from '../../platform/db/database.ts';
import type { FileAnswer } from '../../platform/http/file-answer.ts';
import { periodOf } from '../../platform/time/calendar-day.ts';
import { type Cell, CSV_BOM, csvRow } from '../csv/export/csv-writer.ts';

type Row = Omit<AuditRecord, 'at'> & { readonly at: Date };

/** Entries read at a time for an export. */
const CHUNK = 1_000;

export async function listAudit(db: Queryable, { page, ...filters }: AuditQuery): Promise<AuditPage> {
  const { where, params } = conditionOf(filters);
  const offset = (page - 1) * AUDIT_PAGE_SIZE;
  const [{ rows }, { rows: counts }] = await Promise.all([
    db.query<Row>(
      `select * from audit_log where ${where} order by at desc, id desc limit ${AUDIT_PAGE_SIZE} offset ${offset}`,
      params,
    ),
    db.query<{ total: number }>(
      `select count(*)::int as total from (select from audit_log where ${where} limit ${AUDIT_MOST_COUNTED + 1}) e`,
      params,
    ),
  ]);
  const total = counts[0]?.total ?? 0;
  return {
    entries: rows.map((row) => ({ ...row, at: row.at.toISOString() })),
    total: Math.min(total, AUDIT_MOST_COUNTED),
    is_more: total > AUDIT_MOST_COUNTED,
  };
}

const COLUMNS = [
  'at',
  'outcome',
  'call',
  'actor_kind',
  'actor_id',
  'actor_name',
  'ip',
  'user_agent',
  'target_kind',
  'target_id',
  'target_name',
  'before',
  'after',
  'problem',
] as const;

export function exportAudit(db: Queryable, filters: AuditFilters): FileAnswer {
  return { fileName: 'audit-log.csv', rows: csvOf(db, conditionOf(filters)) };
}

async function* csvOf(db: Queryable, { where, params }: Condition): AsyncGenerator<string> {
  yield CSV_BOM + csvRow(COLUMNS.map((text) => ({ text })));
  let last: Row | undefined;
  do {
    const place = params.length;
    const { rows } = await db.query<Row>(
      `select * from audit_log where ${where}
         ${last ? `and (at, id) < ($${place + 1}, $${place + 2})` : ''}
       order by at desc, id desc limit ${CHUNK}`,
      last ? [...params, last.at, last.id] : params,
    );
    yield rows.map((row) => csvRow(COLUMNS.map((column) => cellOf(row[column])))).join('');
    last = rows.length === CHUNK ? rows.at(-1) : undefined;
  } while (last);
}

function cellOf(value: unknown): Cell {
  if (value instanceof Date) return { moment: value };
  if (value === null || typeof value === 'string') return { text: value };
  return { text: JSON.stringify(value) };
}

type Condition = { readonly where: string; readonly params: readonly unknown[] };

function conditionOf(filters: AuditFilters): Condition {
  const { from, before } = periodOf(filters);
  const params: unknown[] = [];
  const parts = ['true'];
  const add = (value: unknown, condition: (place: string) => string) => {
    if (value === undefined || value === null) return;
    params.push(value);
    parts.push(condition(`$${params.length}`));
  };
  add(filters.user_id, (place) => `actor_id = ${place}`);
  add(filters.area, (place) => `split_part(call, '.', 1) = ${place}`);
  add(filters.outcome, (place) => `outcome = ${place}`);
  add(
    filters.target?.trim().toLowerCase() || undefined,
    (place) => `strpos(lower(concat_ws(' ', target_name, target_id, actor_name, ip)), ${place}) > 0`,
  );
  add(from, (place) => `at >= ${place}`);
  add(before, (place) => `at < ${place}`);
  return { where: parts.join(' and '), params };
}
