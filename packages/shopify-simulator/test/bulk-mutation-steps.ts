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

type Target = { url: string; resourceUrl: string; parameters: { name: string; value: string }[] };
export type Operation = {
  id: string;
  type: string;
  status: string;
  errorCode: string | null;
  objectCount: string;
  url: string | null;
  partialDataUrl: string | null;
};
export type Started = {
  bulkOperation: Operation | null;
  userErrors: { field: string[] | null; message: string; code: string | null }[];
};
type ResultLine = {
  data?: { productVariantsBulkUpdate: { userErrors: unknown[] } };
  errors?: unknown[];
  __lineNumber: number;
};
export type Form = [name: string, value: string][];

export async function stage(shop: OpenShop): Promise<Target> {
  const input = {
    filename: 'edits.jsonl',
    mimeType: 'text/jsonl',
    resource: 'BULK_MUTATION_VARIABLES',
    httpMethod: 'POST',
  };
  const { data } = await shop.graphql<{ stagedUploadsCreate: { stagedTargets: Target[] } }>(STAGE, {
    input: [input],
  });
  const [target] = data?.stagedUploadsCreate.stagedTargets ?? [];
  if (target === undefined) throw new Error('no target');
  return target;
}

export function formOf(target: Target): Form {
  return target.parameters.map(({ name, value }) => [name, value]);
}

export function keyOf(target: Target): string {
  return target.parameters.find(({ name }) => name === 'key')?.value ?? '';
}

/** A form as browsers and fetch write it. */
export function post(
  shop: OpenShop,
  url: string,
  form: Form,
  headers: Record<string, string | null> = {},
): Promise<Answer> {
  const parts = form.map(([name, value]) => {
    const file = name === 'file' ? '; filename="edits.jsonl"\r\nContent-Type: text/jsonl' : '';
    return `--frontier\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
  });
  return shop.call(new URL(url).pathname, {
    method: 'POST',
    headers: {
      'x-shopify-access-token': null,
      'content-type': 'multipart/form-data; boundary=frontier',
      ...headers,
    },
    body: `${parts.join('')}--frontier--\r\n`,
  });
}

export async function upload(shop: OpenShop, content: string): Promise<string> {
  const target = await stage(shop);
  expect((await post(shop, target.url, [...formOf(target), ['file', content]])).status).toBe(201);
  return keyOf(target);
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

async function read(shop: OpenShop, id: string): Promise<Operation> {
  const { data } = await shop.graphql<{ bulkOperation: Operation }>(
    `query ($id: ID!) { bulkOperation(id: $id) { ${FIELDS} } }`,
    { id },
  );
  if (data === undefined) throw new Error('no data');
  return data.bulkOperation;
}

export function reaches(
  shop: OpenShop,
  id: string,
  isReached: (operation: Operation) => boolean,
): Promise<Operation> {
  return vi.waitFor(async () => {
    const operation = await read(shop, id);
    expect(isReached(operation)).toBe(true);
    return operation;
  });
}

export const isEnded = ({ status }: Operation) => ['COMPLETED', 'CANCELED', 'FAILED'].includes(status);

export async function resultOf(shop: OpenShop, url: string | null): Promise<ResultLine[]> {
  const { pathname, search } = new URL(url ?? '');
  const { text } = await shop.call(pathname + search, { headers: { 'x-shopify-access-token': null } });
  expect(text).not.toMatch(/[^\\]\//);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ResultLine);
}

/** So many products, and a line that sets the price of each. */
export function edits(shop: OpenShop, count: number) {
  const made = Array.from({ length: count }, (_, index) =>
    shop.shop.catalogue.createProduct({
      title: `Cap ${index}`,
      variants: [{ price: '10.00', sku: `CAP-${index}` }],
    }),
  );
  const ids = made.map(({ id, variants }) => ({
    product: globalId('Product', id),
    variant: globalId('ProductVariant', variants[0]?.id ?? 0),
  }));
  const lines = ids.map(({ product, variant }, index) =>
    JSON.stringify({ productId: product, variants: [{ id: variant, price: `${index + 20}.00` }] }),
  );
  return { ids, lines };
}
