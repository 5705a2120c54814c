/** The floor of a SQL Server sync: one SELECT of the whole table, its rows inserted as the driver hands them over. */
import process from 'node:process';
import mssql from 'mssql';
import { v7 as uuidv7 } from 'uuid';
import { type FloorTarget, measureFloor, VARIANTS_PER_BATCH, type WriteBatch } from './floor.ts';
import type { FloorBatch, FloorProduct } from './floor-statements.ts';
import { BENCH_DATABASE, BENCH_LOGIN, BENCH_TABLES } from './sql-server-tables.ts';

export type SqlServerFloorTask = FloorTarget & { port: number; table: string };

const task = JSON.parse(process.argv[2] ?? '') as SqlServerFloorTask;
await measureFloor(task, load);

async function load(write: WriteBatch): Promise<number> {
  const table = BENCH_TABLES.find(({ name }) => name === task.table);
  if (table === undefined) throw new Error(`There is no table ${task.table}.`);
  const { columns, key } = table;
  const pool = await new mssql.ConnectionPool({
    server: '127.0.0.1',
    port: task.port,
    database: BENCH_DATABASE,
    ...BENCH_LOGIN,
    options: { encrypt: true, trustServerCertificate: true },
  }).connect();
  const request = pool.request();
  request.stream = true;
  request.arrayRowMode = true;

  const places = placesIn(columns, key);
  let total = 0;
  let batch: FloorBatch = { products: [], variants: [] };
  let product: FloorProduct | null = null;
  let failure: unknown = null;
  const fail = (error: unknown) => {
    failure ??= error;
  };
  request.on('error', fail);
  request.on('row', (row: unknown[]) => {
    const sourceId = String(row[places.productId]);
    if (product?.sourceId !== sourceId) {
      if (batch.variants.length >= VARIANTS_PER_BATCH) {
        request.pause();
        write(batch)
          .catch(fail)
          .finally(() => request.resume());
        batch = { products: [], variants: [] };
      }
      product = {
        id: uuidv7(),
        sourceId,
        title: String(row[places.title]),
        handle: String(row[places.handle]),
        vendor: String(row[places.vendor]),
        productType: String(row[places.productType]),
        status: String(row[places.status]),
        variants: [],
      };
      batch.products.push(product);
    }
    const variant = {
      id: uuidv7(),
      productId: product.id,
      sourceId: String(row[places.key]),
      position: product.variants.length + 1,
      title: 'Default Title',
      sku: text(row[places.sku]),
      barcode: text(row[places.barcode]),
      price: number(row[places.price]),
      cost: number(row[places.cost]),
      compareAtPrice: null,
      inventoryQuantity: number(row[places.quantity]),
      weight: number(row[places.weight]),
      weightUnit: text(row[places.weightUnit]),
    };
    product.variants.push(variant);
    batch.variants.push(variant);
    total += 1;
  });
  await request.query(
    `SELECT ${columns.map((column) => `[${column}]`).join(', ')} FROM [dbo].[${table.name}] ORDER BY [ProductID]`,
  );
  await write(batch);
  if (failure !== null) throw failure;
  await pool.close();
  return total;
}

function placesIn(columns: readonly string[], key: string) {
  const at = (name: string) => columns.indexOf(name);
  return {
    key: at(key),
    productId: at('ProductID'),
    title: at('Name'),
    handle: at('Handle'),
    vendor: at('Brand'),
    productType: at('Category'),
    status: at('State'),
    sku: at('ItemNo'),
    barcode: at('EAN'),
    price: at('Price'),
    cost: at('Cost'),
    quantity: at('Stock'),
    weight: at('Weight'),
    weightUnit: at('WeightUnit'),
  };
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function number(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
