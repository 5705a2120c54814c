import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { ApiClient } from '@storefleet/client/api-client';
import { AttributeChanges, PriceChange } from '@storefleet/contract/edits/bulk-updates';
import { answer } from './answer.ts';
import { decisionInput, handedOver } from './planned.ts';
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
        ...decisionInput,
      },
      annotations: { destructiveHint: false },
    },
    ({ price_change, attributes_to_set, note, submit, ...input }) =>
      answer(async () => {
        const search = searchOf(input);
        const planned = await api.call('bulkUpdates.preview', {
          body: { search, price_change, attributes_to_set },
        });
        return handedOver(api, planned, { note, submit });
      }),
  );
}
