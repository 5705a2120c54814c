import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { ApiClient } from '@storefleet/client/api-client';
import { isAtLeast, lowestRoleOf } from '@storefleet/contract/people/permissions';
import { applyingTools } from './applying-tools.ts';
import { compareTool, correctionsTool } from './compare-tools.ts';
import { planningTools } from './planning-tools.ts';
import { readingTools } from './reading-tools.ts';

const INSTRUCTIONS = `Storefleet holds the products of many online stores. Search first, then plan a change: a plan writes
nothing to a store and says every old and new value. Tell the person what a plan would do and ask before it is applied.`;

/**
 * The tools that the role of the API key allows: one that may not apply does not see how. The API refuses by the same
 * table of permissions whatever is sent.
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
