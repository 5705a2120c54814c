import { setTimeout } from 'node:timers/promises';
import {
  BULK_OPERATION,
  bulkCatalogueQuery,
  START_BULK_QUERY,
} from '@storefleet/server/connectors/shopify/read/documents';
import { NO_METAFIELDS } from '@storefleet/server/connectors/shopify/read/extras/metafields';
import { send } from './host-request.ts';
import { startSimulator } from './simulator.ts';

const TOKEN = 'shpat_0000000000000000000000000000beef';
const API_VERSION = '2026-10';
const VARIANTS_PER_PRODUCT = 4;
const POLL_INTERVAL = 200;

export type ExportedShop = {
  readonly address: string;
  readonly token: string;
  readonly apiVersion: string;
  readonly variants: number;
  /** The address of the export's file. */
  readonly fileUrl: string;
};

/** Closes with the simulator. */
type Closable = { close(): Promise<void> };

type Operation = { id: string; status: string; url: string | null };

/**
 * Shops that were exported before: the simulator answers the next, equal export at once with the same file,
 * so that its own speed is not measured.
 */
export async function openExportedShops(
  domains: readonly string[],
  variants: number,
): Promise<Closable & { readonly shops: readonly ExportedShop[] }> {
  const { port, control, close } = await startSimulator();
  const shops: ExportedShop[] = [];
  for (const domain of domains) {
    const { variantCount } = await send<{ variantCount: number }>('POST', `${control}/shops`, {
      domain,
      seed: domain,
      token: TOKEN,
      plan: 'Plus',
      products: Math.ceil(variants / VARIANTS_PER_PRODUCT),
      variantsPerProduct: VARIANTS_PER_PRODUCT,
    });
    shops.push({
      address: `${domain}:${port}`,
      token: TOKEN,
      apiVersion: API_VERSION,
      variants: variantCount,
      fileUrl: await exportCatalogue(domain, port),
    });
  }
  return { shops, close };
}

/** One shop, at an address without DNS lookup. */
export async function openExportedShop(variants: number): Promise<Closable & ExportedShop> {
  const {
    shops: [shop],
    close,
  } = await openExportedShops(['127.0.0.1'], variants);
  if (shop === undefined) throw new Error('The simulator has no shop.');
  return { ...shop, close };
}

async function exportCatalogue(domain: string, port: number): Promise<string> {
  const address = `127.0.0.1:${port}`;
  const ask = async <Data>(query: string, variables: object) => {
    const endpoint = `http://${address}/admin/api/${API_VERSION}/graphql.json`;
    const headers = { host: `${domain}:${port}`, 'x-shopify-access-token': TOKEN };
    const { data } = await send<{ data: Data }>('POST', endpoint, { query, variables }, headers);
    return data;
  };
  const started = await ask<{ bulkOperationRunQuery: { bulkOperation: Operation } }>(
    START_BULK_QUERY.document,
    {
      query: bulkCatalogueQuery({ withCost: true, metafields: NO_METAFIELDS, descriptions: false }),
    },
  );
  let operation = started.bulkOperationRunQuery.bulkOperation;
  while (operation.status !== 'COMPLETED') {
    await setTimeout(POLL_INTERVAL);
    const { id } = operation;
    operation = (await ask<{ bulkOperation: Operation }>(BULK_OPERATION.document, { id })).bulkOperation;
  }
  if (operation.url === null) throw new Error('The simulated export left no file.');
  const file = new URL(operation.url);
  return `http://${address}${file.pathname}${file.search}`;
}
