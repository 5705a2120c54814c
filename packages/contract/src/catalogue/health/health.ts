import { z } from 'zod';
import { Uuid } from '../../api/common.ts';
import { model } from '../../api/model.ts';
import { defineRoute } from '../../api/route.ts';
import { StoreIdsQuery } from '../products/products.ts';
import { HEALTH_COURSE_DAYS, HEALTH_FINDING_IDS } from './findings.ts';

export const HealthQuery = z.object({
  store_ids: StoreIdsQuery.optional().describe('Default: every store'),
});
export type HealthQuery = z.infer<typeof HealthQuery>;

const Products = z.int().min(0).describe('Products with a matching variant');

export const HealthReport = model('HealthReport', {
  products: z.int().min(0).describe('All products of the requested stores'),
  findings: z.array(
    z.object({
      id: z.enum(HEALTH_FINDING_IDS),
      label: z.string(),
      filter: z.string().describe('The search filter that finds them'),
      products: Products,
      stores: z
        .array(z.object({ store_id: Uuid, store_name: z.string(), products: Products }))
        .describe('Stores with any, most first'),
      course: z
        .array(z.object({ date: z.iso.date(), products: Products }))
        .describe(`For each of the last ${HEALTH_COURSE_DAYS} days on which it was counted, oldest first`),
    }),
  ),
});
export type HealthReport = z.infer<typeof HealthReport>;

export const healthRoutes = {
  findings: defineRoute('health.findings', {
    summary: 'List problems in the catalogue, counted by store',
    query: HealthQuery,
    response: HealthReport,
  }),
} as const;
