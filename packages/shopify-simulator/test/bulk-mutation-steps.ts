import { expect, vi } from 'vitest';
import { globalId } from '../src/text-forms.ts';
import type { Answer, OpenShop } from './simulation.ts';

export const UPDATE = `mutation Update($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
  productVariantsBulkUpdate(productId: $productId, variants: $variants) { productVariants { id price } userErrors { field message code } } }`;
const STAGE = `mutation Stage($input: [StagedUploadInput!]!) { stagedUploadsCreate(input: $input) {
  stagedTargets { url resourceUrl parameters { name value } } userErrors { field message } } }`;
const FIELDS =
  'id type status errorCode createdAt completedAt objectCount rootObjectCount fileSize url partialDataUrl query';
const RUN = `mutation Run($mutation: String!, $path: String!, $label: String) {
  bulkOperationRunMutation(mutation: $mutation, stagedUploadPath: $path, clientIdentifier: $label) {
    bulkOperation { ${FIELDS} } userErrors { field message code } } }`;

export type Operation = { id: string; status: string; objectCount: string; url: string | null };
export type Started = {
  bulkOperation: Operation | null;
  userErrors: { field: string[] | null; message: string; code: string | null }[];
};
type ResultLine = { data?: unknown; errors?: unknown[]; __lineNumber: number };
export type Form = [name: string, value: string][];
export type Staged = { url: string; key: string; form: Form };

export async function stage(shop: OpenShop): Promise<Staged> {
  const file = { filename: 'edits.jsonl', mimeType: 'text/jsonl' };
  const input = [{ ...file, resource: 'BULK_MUTATION_VARIABLES', httpMethod: 'POST' }];
  const { data } = await shop.graphql<{
    stagedUploadsCreate: { stagedTargets: { url: string; parameters: { name: string; value: string }[] }[] };
  }>(STAGE, { input });
  const [target] = data?.stagedUploadsCreate.stagedTargets ?? [];
  if (target === undefined) throw new Error('no target');
  const form = target.parameters.map(({ name, value }): Form[number] => [name, value]);
  return { url: target.url, key: new Map(form).get('key') ?? '', form };
}

/** A form as browsers and fetch write it. */
export function post(
  shop: OpenShop,
  url: string,
  form: Form,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const parts = form.map(([name, value]) => {
    const file = name === 'file' ? '; filename="edits.jsonl"\r\nContent-Type: text/jsonl' : '';
    return `--frontier\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
  });
  const contentType = 'multipart/form-data; boundary=frontier';
  return shop.call(new URL(url).pathname, {
    method: 'POST',
    headers: { 'x-shopify-access-token': null, 'content-type': contentType, ...headers },
    body: `${parts.join('')}--frontier--\r\n`,
  });
}

export async function upload(shop: OpenShop, content: string): Promise<string> {
  const { url, key, form } = await stage(shop);
  expect((await post(shop, url, [...form, ['file', content]])).status).toBe(201);
  return key;
}

export async function start(
  shop: OpenShop,
  path: string,
  mutation = UPDATE,
  label?: string,
): Promise<Started> {
  const { data } = await shop.graphql<{ bulkOperationRunMutation: Started }>(RUN, { mutation, path, label });
  if (data === undefined) throw new Error('no data');
  return data.bulkOperationRunMutation;
}

/** The operation when it has ended. */
export function ended(shop: OpenShop, id = ''): Promise<Operation> {
  const query = `query ($id: ID!) { bulkOperation(id: $id) { ${FIELDS} } }`;
  return vi.waitFor(async () => {
    const { data } = await shop.graphql<{ bulkOperation: Operation }>(query, { id });
    expect(['COMPLETED', 'CANCELED', 'FAILED']).toContain(data?.bulkOperation.status);
    return (data as { bulkOperation: Operation }).bulkOperation;
  });
}

/** The lines of a result, by their number. */
export async function resultOf(shop: OpenShop, url: string | null): Promise<ResultLine[]> {
  const { pathname, search } = new URL(url ?? '');
  const { text } = await shop.call(pathname + search, { headers: { 'x-shopify-access-token': null } });
  expect(text).not.toMatch(/[^\\]\//);
  const lines = text.trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as ResultLine);
}

/** So many products, and a line that sets the price of each. */
export function edits(shop: OpenShop, count: number) {
  const ids = Array.from({ length: count }, (_, index) => {
    const variants = [{ price: '10.00', sku: `CAP-${index}` }];
    const made = shop.shop.catalogue.createProduct({ title: `Cap ${index}`, variants });
    return {
      product: globalId('Product', made.id),
      variant: globalId('ProductVariant', made.variants[0]?.id ?? 0),
    };
  });
  const lines = ids.map(({ product, variant }, index) =>
    JSON.stringify({ productId: product, variants: [{ id: variant, price: `${index + 20}.00` }] }),
  );
  return { ids, lines };
}
