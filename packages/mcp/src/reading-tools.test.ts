import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { ApiClient } from '@storefleet/client/api-client';
import { expect, it } from 'vitest';
import { readingTools } from './reading-tools.ts';

type Handler = (input: object) => Promise<{ structuredContent?: Record<string, unknown> }>;
type Codes = { sku: string; barcode?: string };

/** What a tool answers where the search finds products of these variants, and says so of their number. */
async function answerOf(tool: string, input: object, found: readonly Codes[], pagination: object) {
  const results = found.map((variant) => ({ store_name: 'Atlas', product: { variants: [variant] } }));
  const handlers = new Map<string, Handler>();
  const registerTool = (name: string, _: object, handler: Handler) => handlers.set(name, handler);
  const api = { call: async () => ({ results, pagination }) };
  readingTools({ registerTool } as unknown as McpServer, api as unknown as ApiClient);
  return (await handlers.get(tool)?.(input))?.structuredContent ?? {};
}

const ranked = (total: number) => ({ total, more_than_total: false });
const MORE = { total: 5_000, more_than_total: true };

it.each([
  ['all that the search finds', [{ sku: 'A1' }, { sku: 'a1' }], ranked(2), 2, true],
  ['what comes before others that only hold it', [{ sku: 'A1' }, { sku: 'A11' }], ranked(300), 1, true],
  ['only the first of those that have it', [{ sku: 'A1' }, { sku: 'A1' }], ranked(300), 2, false],
  ['what is found among too many to rank', [{ sku: 'A11' }, { sku: 'BA1' }], MORE, 0, false],
])('compares by an exact SKU %s', async (_, found, pagination, count, complete) => {
  const answer = await answerOf('compare_sku', { code: 'A1', by: 'sku' }, found, pagination);
  const variants = Array.from({ length: count }, () => expect.objectContaining({}));
  expect(answer).toEqual({ variants, complete });
});

it('compares by a barcode in each of its forms', async () => {
  const found = ['036000291452', '0036000291452', '1036000291452'].map((barcode) => ({ sku: 'A', barcode }));
  const input = { code: '0036000291452', by: 'barcode' };
  const answer = await answerOf('compare_sku', input, found, ranked(3));
  expect(answer).toMatchObject({ variants: [{ barcode: '036000291452' }, { barcode: '0036000291452' }] });
});

it('says that a search finds more than were counted', async () => {
  const answer = await answerOf(
    'search_products',
    { words: 'a', by: 'name', limit: 1 },
    [{ sku: 'A' }],
    MORE,
  );
  expect(answer).toMatchObject(MORE);
});
