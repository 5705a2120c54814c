/** The floor of a SQL Server's sync: inserts its rows as the driver streams them. */
import process from 'node:process';
import mssql from 'mssql';
import { v7 as uuidv7 } from 'uuid';
import type { DatabasePlace } from '../databases/databases.ts';
import { ARTICLES } from '../sql-server/sql-server.ts';
import { measureFloor, VARIANTS_PER_BATCH, type WriteBatch } from './floor.ts';
import type { FloorBatch, FloorProduct, FloorVariant } from './floor-statements.ts';

type SqlServerFloorTask = DatabasePlace & { readonly port: number };

const task = JSON.parse(process.argv[2] ?? '') as SqlServerFloorTask;
const pool = await mssql.connect({
  server: '127.0.0.1',
  port: task.port,
  database: ARTICLES.database,
  user: ARTICLES.user,
  password: ARTICLES.password,
  options: { trustServerCertificate: true },
});
await measureFloor(task, load);
await pool.close();

type Article = Record<'ArticleID' | 'Quantity', number> &
  Record<'Name' | 'Brand' | 'Category' | 'ItemNo' | 'EAN' | 'Price' | 'Cost', string>;

async function load(write: WriteBatch): Promise<number> {
  const request = pool.request();
  const rows: AsyncIterable<Article> = request.toReadableStream();
  // Decimals as text, as the driver would convert them to floats.
  const answer = request.query(
    `SELECT ArticleID, Name, Brand, Category, ItemNo, EAN, CONVERT(varchar(41), Price) AS Price,
       CONVERT(varchar(25), Cost, 2) AS Cost, Quantity FROM dbo.${ARTICLES.table}`,
  );
  let total = 0;
  let batch: FloorBatch = { products: [], variants: [] };
  for await (const row of rows) {
    const product = toProduct(row);
    batch.products.push(product);
    batch.variants.push(...product.variants);
    total += 1;
    if (batch.variants.length < VARIANTS_PER_BATCH) continue;
    await write(batch);
    batch = { products: [], variants: [] };
  }
  await answer;
  await write(batch);
  return total;
}

function toProduct(row: Article): FloorProduct {
  const [id, sourceId] = [uuidv7(), String(row.ArticleID)];
  const variant: FloorVariant = {
    id: uuidv7(),
    productId: id,
    sourceId,
    position: 1,
    title: row.Name,
    sku: row.ItemNo,
    barcode: row.EAN,
    price: row.Price,
    cost: row.Cost,
    compareAtPrice: null,
    inventoryQuantity: row.Quantity,
    weight: null,
    weightUnit: null,
  };
  const { Name: title, Brand: vendor, Category: productType } = row;
  return { id, sourceId, title, handle: '', vendor, productType, status: 'active', variants: [variant] };
}
