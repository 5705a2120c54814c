import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { ApiClient } from '@storefleet/client/api-client';
import { AttributeChanges, PriceChange } from '@storefleet/contract/edits/bulk-updates';
import { isAtLeast, lowestRoleOf } from '@storefleet/contract/people/permissions';
import { z } from 'zod';
import { answer } from './answer.ts';
import { compareTool, correctionsTool } from './compare-tools.ts';
import { decisionInput, handedOver } from './planned.ts';
import { readingTools } from './reading-tools.ts';
import { searchInput, searchOf } from './search-input.ts';

const INSTRUCTIONS = `Storefleet holds the products of many online stores. Search first, then plan a change: a plan writes
nothing to a store and says every old and new value. Tell the person what a plan would do and ask before it is applied.`;

/**
 * Lists only the tools that the API key's role allows. The API enforces the same permissions on every call.
 */
export async function createMcpServer(api: ApiClient, version: string): Promise<McpServer> {
  const { role } = await api.call('account.get');
  const server = new McpServer({ name: 'storefleet', version }, { instructions: INSTRUCTIONS });
  readingTools(server, api);
  compareTool(server, api);
  if (isAtLeast(role, lowestRoleOf('bulkUpdates.preview'))) planningTools(server, api);
  if (isAtLeast(role, lowestRoleOf('compare.plan'))) correctionsTool(server, api);
  if (isAtLeast(role, lowestRoleOf('bulkUpdates.apply'))) applyingTools(server, api);
  return server;
}

function applyingTools(server: McpServer, api: ApiClient): void {
  server.registerTool(
    'apply_plan',
    {
      description:
        'Write what a plan shows to the stores. Ask the person first. It goes on in the background: see show_update.',
      inputSchema: {
        batch_id: z.uuid(),
        expected_items: z.int().min(0).describe('How many rows the plan writes, as the person was told'),
        override_reason: z
          .string()
          .optional()
          .describe('Why the person wants it although it breaks guard rails, in their words'),
      },
      annotations: { destructiveHint: true },
    },
    ({ batch_id, ...body }) => answer(() => api.call('bulkUpdates.apply', { params: { batch_id }, body })),
  );
}

function planningTools(server: McpServer, api: ApiClient): void {
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
