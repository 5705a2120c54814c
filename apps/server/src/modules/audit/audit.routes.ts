import { auditRoutes } from '@storefleet/contract/people/audit';
import type { FastifyInstance } from 'fastify';
import type { Queryable } from '../../platform/db/database.ts';
import { registerRoute } from '../../platform/http/route.ts';
import { exportAudit, listAudit } from './read-audit.ts';

export function registerAuditRoutes(app: FastifyInstance, db: Queryable): void {
  registerRoute(app, auditRoutes.list, ({ query }) => listAudit(db, query));
  registerRoute(app, auditRoutes.exportCsv, ({ query }) => exportAudit(db, query));
}
