import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  BULK_OPERATION,
  bulkCatalogueQuery,
  START_BULK_QUERY,
} from '@storefleet/server/connectors/shopify/documents';
import { type Child, nextMessage, startChild } from './child-process.ts';

const PROCESS = fileURLToPath(new URL('./simulator.process.ts', import.meta.url));
const TOKEN = 'shpat_0000000000000000000000000000beef';
const API_VERSION = '2026-10';
const VARIANTS_PER_PRODUCT = 4;
const POLL_INTERVAL = 200;

export type ExportedShop = {
  readonly address: string;
  readonly token: string;
  readonly apiVersion: string;
  readonly variants: number;
  /** Where the file of the export lies. */
  readonly fileUrl: string;
  close(): Promise<void>;
};

type Operation = { id: string; status: string; url: string | null };

/**
 * A shop whose catalogue was exported before: the simulator answers the next, equal export at once with the same
 * file, so that how fast it writes one is no part of what is measured.
 */
export async function openExportedShop(variants: number): Promise<ExportedShop> {
  const simulator: Child = startChild(PROCESS);
  const port = await nextMessage<number>(simulator);
  const address = `127.0.0.1:${port}`;
  const shop = {
    domain: '127.0.0.1',
    seed: 'bench',
    token: TOKEN,
    products: Math.ceil(variants / VARIANTS_PER_PRODUCT),
    variantsPerProduct: VARIANTS_PER_PRODUCT,
  };
  const { variantCount } = await post<{ variantCount: number }>(`http://${address}/__sim/shops`, shop);
  return {
    address,
    token: TOKEN,
    apiVersion: API_VERSION,
    variants: variantCount,
    fileUrl: await exportCatalogue(address),
    close: simulator.stop,
  };
}

async function exportCatalogue(address: string): Promise<string> {
  const ask = async <Data>(query: string, variables: object) => {
    const endpoint = `http://${address}/admin/api/${API_VERSION}/graphql.json`;
    const { data } = await post<{ data: Data }>(endpoint, { query, variables });
    return data;
  };
  const started = await ask<{ bulkOperationRunQuery: { bulkOperation: Operation } }>(
    START_BULK_QUERY.document,
    {
      query: bulkCatalogueQuery(true),
    },
  );
  let operation = started.bulkOperationRunQuery.bulkOperation;
  while (operation.status !== 'COMPLETED') {
    await setTimeout(POLL_INTERVAL);
    const { id } = operation;
    operation = (await ask<{ bulkOperation: Operation }>(BULK_OPERATION.document, { id })).bulkOperation;
  }
  if (operation.url === null) throw new Error('The simulated export left no file.');
  return operation.url;
}

async function post<Answer>(address: string, body: object): Promise<Answer> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-shopify-access-token': TOKEN },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}
