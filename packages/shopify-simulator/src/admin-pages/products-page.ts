import type { Product, Variant } from '../catalogue/model.ts';
import { centsOf, moneyProblem, moneyText } from '../catalogue/money.ts';
import { type Exchange, escapeHtml } from '../exchange.ts';
import type { Shop } from '../shop/shop.ts';

export const PRODUCTS_PAGE = '/admin/products';
const PRODUCTS_SHOWN = 20;

/** Where a shop's owner edits products by hand, instead of Shopify's own admin. */
export async function answerProductsPage(exchange: Exchange, shop: Shop): Promise<void> {
  const { method } = exchange.request;
  const query = exchange.url.searchParams.get('query') ?? '';
  if (method === 'POST') {
    const outcome = save(shop, new URLSearchParams(await exchange.body()));
    const back = new URLSearchParams({ query, outcome });
    exchange.send(303, '', { location: `${PRODUCTS_PAGE}?${back}` });
    return;
  }
  if (method !== 'GET') {
    exchange.html(404, 'Not Found');
    return;
  }
  const outcome = exchange.url.searchParams.get('outcome') ?? '';
  exchange.send(200, pageOf(shop, query.trim(), outcome), { 'content-type': 'text/html; charset=utf-8' });
}

/** Returns the result as a sentence. */
function save(shop: Shop, fields: URLSearchParams): string {
  const found = shop.catalogue.variant(Number(fields.get('variant')));
  if (found === null) return 'This variant is no longer in the shop.';
  const price = readMoney(fields.get('price') ?? '');
  const cost = (fields.get('cost') ?? '') === '' ? null : readMoney(fields.get('cost') ?? '');
  if (price === undefined || cost === undefined) return 'A price is a number such as 19.90, at least 0.';
  shop.catalogue.updateVariant(found.variant.id, { price, cost });
  return `Saved: ${nameOf(found.product, found.variant)} at ${price}.`;
}

/** Undefined if it is not an amount. */
function readMoney(text: string): string | undefined {
  try {
    const cents = centsOf(text.trim());
    return moneyProblem(cents) === null ? moneyText(cents) : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function matching(shop: Shop, query: string): Product[] {
  const wanted = query.toLowerCase();
  const found: Product[] = [];
  for (const product of shop.catalogue.products()) {
    if (found.length === PRODUCTS_SHOWN) break;
    if (product.title.toLowerCase().includes(wanted)) found.push(product);
  }
  return found;
}

function nameOf(product: Product, variant: Variant): string {
  return variant.title === 'Default Title' ? product.title : `${product.title}, ${variant.title}`;
}

function pageOf(shop: Shop, query: string, outcome: string): string {
  const rows = matching(shop, query).flatMap((product) =>
    product.variants.map((variant) => rowOf(product, variant)),
  );
  const name = escapeHtml(shop.name);
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Products of ${name}</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<style>body{font:16px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}input,button{font:inherit}
table{border-collapse:collapse;width:100%}th{text-align:start}td,th{padding:.25rem .5rem .25rem 0}input[name=price],input[name=cost]{width:7rem}</style></head>
<body><main><p>${name} (a simulated Shopify shop)</p><h1>Products</h1>
<p role="status">${escapeHtml(outcome)}</p>
<form><label>Title <input name="query" value="${escapeHtml(query)}"></label> <button>Search</button></form>
<p>The first ${PRODUCTS_SHOWN} products, in ${escapeHtml(shop.currency)}.</p>
<table><thead><tr><th>Product</th><th>SKU</th><th>Price</th><th>Cost</th><th></th></tr></thead>
<tbody>${rows.join('')}</tbody></table></main></body></html>`;
}

function rowOf(product: Product, variant: Variant): string {
  const form = `variant-${variant.id}`;
  const name = escapeHtml(nameOf(product, variant));
  const money = (field: 'price' | 'cost') =>
    `<td><input form="${form}" name="${field}" value="${variant[field] ?? ''}" inputmode="decimal" aria-label="${field} of ${name}"></td>`;
  return `<tr><td>${name}</td><td>${escapeHtml(variant.sku ?? '')}</td>${money('price')}${money('cost')}
<td><form method="post" id="${form}"><input type="hidden" name="variant" value="${variant.id}"><button>Save</button></form></td></tr>`;
}
