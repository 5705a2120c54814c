/**
 * Simulated Shopify shops on their own:
 *
 *   node bin/shopify-simulator.ts [--port 4010] [--shop NAME[:PRODUCTS[:CURRENCY]]]…
 *
 * Each shop answers under `NAME.localhost:PORT`, with a token that is printed.
 */
import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { startShopifySimulator } from '../src/server.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4010' },
    shop: { type: 'string', multiple: true, default: ['atlas:50', 'borealis:500:EUR', 'cirrus:5000:JPY'] },
  },
});

const simulator = await startShopifySimulator({ port: Number(values.port) });
for (const text of values.shop) {
  const [name = '', products = '50', currency = 'USD'] = text.split(':');
  const token = `shpat_${createHash('md5').update(name).digest('hex')}`;
  const domain = `${name}.localhost`;
  simulator.addShop({ domain, products: Number(products), currency, token });
  console.log(`${domain}:${simulator.port}  ${products} products, ${currency}, token ${token}`);
}
console.log(`Its shops: ${simulator.url}/__sim (see README.md)`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void simulator.close());
