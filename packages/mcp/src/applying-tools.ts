import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { ApiClient } from '@storefleet/client/api-client';
import { z } from 'zod';
import { answer } from './answer.ts';

export function applyingTools(server: McpServer, api: ApiClient): void {
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
