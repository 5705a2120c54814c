import type { ApiClient } from '@storefleet/client/api-client';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import { z } from 'zod';

/** What becomes of a plan, as every tool that plans takes it. */
export const decisionInput = {
  note: z.string().max(500).optional().describe('Why, for the people who decide'),
  submit: z
    .boolean()
    .default(true)
    .describe(
      'Whether the plan waits in the inbox of the people who decide; else it is forgotten after a day',
    ),
};

/** Annotates and submits the plan as asked; answers it with its first rows. */
export async function handedOver(
  api: ApiClient,
  planned: BulkUpdateBatch,
  { note, submit }: { note?: string | undefined; submit: boolean },
) {
  const params = { batch_id: planned.batch_id };
  const annotated = note ? await api.call('bulkUpdates.annotate', { params, body: { note } }) : planned;
  const update = submit ? await api.call('inbox.submit', { params, body: {} }) : annotated;
  const { items } = await api.call('bulkUpdates.items', { params, query: { limit: 20, show: 'changes' } });
  return { update, ...(await whatIfOf(api, update)), rows: items };
}

/** What a plan makes of margin and stock value, in all and by store; nothing of what was applied. */
export async function whatIfOf(api: ApiClient, { batch_id, status }: BulkUpdateBatch) {
  if (status !== 'planned') return {};
  const { totals, stores, notes } = await api.call('bulkUpdates.whatIf', { params: { batch_id } });
  return totals.length === 0 ? {} : { what_if: { totals, stores, notes } };
}
