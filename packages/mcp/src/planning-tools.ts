import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { ApiClient } from '@storefleet/client/api-client';
import { AttributeChanges, PriceChange } from '@storefleet/contract/edits/bulk-updates';
import { z } from 'zod';
import { answer } from './answer.ts';
import { searchInput, searchOf } from './search-input.ts';

export function planningTools(server: McpServer, api: ApiClient): void {
  server.registerTool(
    'plan_change',
    {
      description:
        'Work out every old and new value of a change to all that a search finds. Writes nothing to a store. Send price_change or attributes_to_set.',
      inputSchema: {
        ...searchInput,
        price_change: PriceChange.optional(),
        attributes_to_set: AttributeChanges.optional(),
        note: z.string().max(500).optional().describe('Why, for the people who decide'),
        submit: z
          .boolean()
          .default(true)
          .describe(
            'Whether the plan waits in the inbox of the people who decide; else it is forgotten after a day',
          ),
      },
      annotations: { destructiveHint: false },
    },
    ({ price_change, attributes_to_set, note, submit, ...input }) =>
      answer(async () => {
        const search = searchOf(input);
        const planned = await api.call('bulkUpdates.preview', {
          body: { search, price_change, attributes_to_set },
        });
        const { batch_id } = planned;
        const params = { batch_id };
        const annotated = note ? await api.call('bulkUpdates.annotate', { params, body: { note } }) : planned;
        const update = submit ? await api.call('inbox.submit', { params, body: {} }) : annotated;
        const { items } = await api.call('bulkUpdates.items', {
          params,
          query: { limit: 20, show: 'changes' },
        });
        return { update, rows: items };
      }),
  );
}
