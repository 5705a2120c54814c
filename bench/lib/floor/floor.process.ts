/** The floor of Shopify syncs: downloads, parses and inserts the exported files, one after the other. */
import process from 'node:process';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { v7 as uuidv7 } from 'uuid';
import type { DatabasePlace } from '../databases/databases.ts';
import { measureFloor, VARIANTS_PER_BATCH, type WriteBatch } from './floor.ts';
import type { FloorBatch, FloorProduct, FloorVariant } from './floor-statements.ts';

export type FloorTask = DatabasePlace & { fileUrls: readonly string[] };

type ProductNode = Pick<FloorProduct, 'title' | 'handle' | 'vendor' | 'productType' | 'status'> & {
  id: string;
};
type VariantNode = Pick<
  FloorVariant,
  'title' | 'position' | 'sku' | 'barcode' | 'price' | 'compareAtPrice' | 'inventoryQuantity'
> & {
  id: string;
  inventoryItem: {
    unitCost: { amount: string } | null;
    measurement: { weight: { value: number; unit: string } | null };
  };
};

const task = JSON.parse(process.argv[2] ?? '') as FloorTask;
await measureFloor(task, load);

async function load(write: WriteBatch): Promise<number> {
  let total = 0;
  for (const fileUrl of task.fileUrls) total += await loadFile(fileUrl, write);
  return total;
}

async function loadFile(fileUrl: string, write: WriteBatch): Promise<number> {
  const { body } = await fetch(fileUrl);
  if (body === null) throw new Error('The exported file is empty.');
  let total = 0;
  let batch: FloorBatch = { products: [], variants: [] };
  for await (const line of createInterface({ input: Readable.fromWeb(body) })) {
    const node = JSON.parse(line);
    if (node.__parentId === undefined) {
      if (batch.variants.length >= VARIANTS_PER_BATCH) {
        await write(batch);
        batch = { products: [], variants: [] };
      }
      batch.products.push(toProduct(node));
    } else {
      const product = batch.products.at(-1);
      const variant = toVariant(node, product?.id ?? '');
      product?.variants.push(variant);
      batch.variants.push(variant);
      total += 1;
    }
  }
  await write(batch);
  return total;
}

function toProduct({ id, title, handle, vendor, productType, status }: ProductNode): FloorProduct {
  return { id: uuidv7(), sourceId: id, title, handle, vendor, productType, status, variants: [] };
}

function toVariant(node: VariantNode, productId: string): FloorVariant {
  const { unitCost, measurement } = node.inventoryItem;
  return {
    id: uuidv7(),
    productId,
    sourceId: node.id,
    position: node.position,
    title: node.title,
    sku: node.sku,
    barcode: node.barcode,
    price: node.price,
    cost: unitCost?.amount ?? null,
    compareAtPrice: node.compareAtPrice,
    inventoryQuantity: node.inventoryQuantity,
    weight: measurement.weight?.value ?? null,
    weightUnit: measurement.weight?.unit ?? null,
  };
}
