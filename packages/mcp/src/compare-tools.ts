import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { ApiClient } from '@storefleet/client/api-client';
import type { CompareRow } from '@storefleet/contract/articles/compare';
import { COMPARED_ATTRIBUTES, DEFAULT_COMPARED_ATTRIBUTES } from '@storefleet/contract/articles/compared';
import { z } from 'zod';
import { answer } from './answer.ts';
import { decisionInput, handedOver } from './planned.ts';
import { searchInput, searchOf } from './search-input.ts';

const attributes = z.array(z.enum(COMPARED_ATTRIBUTES)).min(1);

/** Which articles: an article is what stores have in common by SKU, barcode or hand. */
const compareInput = z.object({
  ...searchInput,
  attributes: attributes.default([...DEFAULT_COMPARED_ATTRIBUTES]).describe('What is compared'),
  differs_in: attributes.optional().describe('Articles that differ in any of these attributes'),
  missing_in: z.array(z.uuid()).min(1).optional().describe('Articles that one of these stores lacks'),
  only_in: z.uuid().optional().describe('Articles found in this store only'),
  shared: z.boolean().optional().describe('Articles that at least two of these stores have'),
  against_rules: z.boolean().default(false).describe('Articles that deviate from a rule of what is equal'),
});

function comparedBy(input: z.output<typeof compareInput>) {
  return {
    ...searchOf(input),
    attributes: input.attributes.join(','),
    differs_in: input.differs_in?.join(','),
    missing_in: input.missing_in?.join(','),
    only_in: input.only_in,
    shared: input.shared,
    deviating: input.against_rules ? 'any' : undefined,
  };
}

export function compareTool(server: McpServer, api: ApiClient): void {
  server.registerTool(
    'compare_stores',
    {
      description:
        'Articles side by side in several stores: what each store holds, what differs, which store lacks one, and what the rules expect.',
      inputSchema: {
        ...compareInput.shape,
        limit: z.int().min(1).max(100).default(20),
        after: z.string().optional().describe('`next` of the previous page'),
      },
      annotations: { readOnlyHint: true },
    },
    ({ limit, after, ...input }) =>
      answer(async () => {
        const query = { ...comparedBy(input), limit, after };
        const { stores, rows, next } = await api.call('compare.list', { query });
        return { stores, articles: rows.map(articleLine), next };
      }),
  );
}

function articleLine({ key, code, title, differs, missing_in, conflicts, cells }: CompareRow) {
  return {
    key,
    code,
    title,
    differs,
    missing_in,
    conflicts,
    in_stores: cells.map(({ store_id, variant_id, values, deviations }) => ({
      store_id,
      variant_id,
      ...values,
      ...(deviations.length === 0
        ? {}
        : { rules_expect: Object.fromEntries(deviations.map((one) => [one.attribute, one.expected])) }),
    })),
  };
}

export function correctionsTool(server: McpServer, api: ApiClient): void {
  server.registerTool(
    'plan_corrections',
    {
      description:
        'Work out every old and new value of a change that removes deviations from the rules, of all articles found or of some. Writes nothing to a store.',
      inputSchema: {
        ...compareInput.shape,
        keys: z.array(z.string()).optional().describe('Only these articles, by their keys in compare_stores'),
        correct_in: z.array(z.uuid()).optional().describe('Only in these stores'),
        ...decisionInput,
      },
      annotations: { destructiveHint: false },
    },
    ({ keys, correct_in, note, submit, ...input }) =>
      answer(async () => {
        const body = { ...comparedBy(input), keys, correct_in };
        return handedOver(api, await api.call('compare.plan', { body }), { note, submit });
      }),
  );
}
