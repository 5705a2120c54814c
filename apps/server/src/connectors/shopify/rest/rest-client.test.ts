import { beforeEach, expect, it } from 'vitest';
import { Secret } from '../../../platform/crypto/secret.ts';
import { createLogger } from '../../../platform/logging/logger.ts';
import type { AccessTokens } from '../client/access-tokens.ts';
import { type Answer, json, useScriptedServer } from '../testing/scripted-server.ts';
import { TOKEN } from '../testing/simulated-shop.ts';
import { waitingClock } from '../testing/test-client.ts';
import { createRestClient, type RestClient } from './rest-client.ts';
import { type RestPage, readPages } from './rest-paging.ts';

const OTHER_TOKEN = 'shpat_00000000000000000000000000000002';

const server = useScriptedServer();
let client: RestClient;
let waits: number[];
beforeEach(() => {
  client = connect();
});

/** An app whose token the shop may reject once. */
const accessTokens: AccessTokens = {
  app: 'an app',
  current: async () => new Secret(TOKEN),
  renewed: async (refused) => (refused.reveal() === TOKEN ? new Secret(OTHER_TOKEN) : null),
};

function connect(apiVersion = '2026-10'): RestClient {
  const time = waitingClock();
  waits = time.waits;
  return createRestClient({
    shop: server.host,
    apiVersion,
    accessTokens,
    ...time,
    logger: createLogger({ level: 'silent' }),
    random: () => 1,
  });
}

const { signal } = new AbortController();

/** As in responses, where ids are numbers of any size. */
function products(ids: readonly string[], link?: string): Answer {
  return (_request, response) => {
    const rows = ids.map(
      (id) =>
        `{"id":${id},"title":"The \\"id\\":7 of it","variants":[{"id": ${id}1,"inventory_item_id":${id}2}]}`,
    );
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      ...(link === undefined ? {} : { link }),
    });
    response.end(`{"products":[${rows.join(',')}]}`);
  };
}

const nextAt = (host: string, pageInfo: string) =>
  `<http://${host}/admin/api/2026-10/products.json?limit=250&page_info=${pageInfo}>; rel="next"`;

async function pagesFrom(sinceId = '0'): Promise<RestPage[]> {
  const pages: RestPage[] = [];
  for await (const page of readPages(client, { sinceId, signal })) pages.push(page);
  return pages;
}

it('keeps ids of any size exact', async () => {
  server.script(products(['9007199254740993', '9007199254740995']));
  const [page] = await pagesFrom();
  expect(page?.products).toMatchObject([
    {
      id: '9007199254740993',
      title: 'The "id":7 of it',
      variants: [{ id: '90071992547409931', inventory_item_id: '90071992547409932' }],
    },
    { id: '9007199254740995' },
  ]);
  expect(page?.lastId).toBe('9007199254740995');
});

it('requests the first page by id, and the next with page_info and only what may go with it', async () => {
  server.script(products(['1', '2'], nextAt(server.host, 'abc%3D%3D')), products(['3']));
  const pages = await pagesFrom();
  expect(pages.map(({ products: rows, next }) => [rows.length, next])).toEqual([
    [2, 'abc=='],
    [1, null],
  ]);
  const [first, second] = server.requests.map(({ url }) => new URL(url ?? '', 'http://shop'));
  expect(first?.pathname).toBe('/admin/api/2026-10/products.json');
  const fields = 'id,title,handle,vendor,product_type,status,tags,variants';
  expect(Object.fromEntries(first?.searchParams ?? [])).toEqual({ limit: '250', since_id: '0', fields });
  expect(Object.fromEntries(second?.searchParams ?? [])).toEqual({
    limit: '250',
    page_info: 'abc==',
    fields,
  });
  expect(server.requests[0]?.headers).toMatchObject({ 'x-shopify-access-token': TOKEN });
});

it('continues after an empty page with a successor', async () => {
  server.script(
    products(['1'], nextAt(server.host, 'a')),
    products([], nextAt(server.host, 'b')),
    products(['5']),
  );
  expect((await pagesFrom()).map(({ lastId }) => lastId)).toEqual(['1', '1', '5']);
});

it.each([
  { what: 'a link to another host', link: () => nextAt('elsewhere.example', 'a'), says: 'another address' },
  { what: 'a link to another port', link: () => nextAt('127.0.0.1:1', 'a'), says: 'another address' },
  {
    what: 'a link without page_info',
    link: () => `<http://${server.host}/x.json>; rel="next"`,
    says: 'page_info',
  },
])('does not follow $what', async ({ link, says }) => {
  server.script(products(['1'], link()));
  await expect(pagesFrom()).rejects.toMatchObject({
    kind: 'protocol',
    message: expect.stringContaining(says),
  });
  expect(server.requests).toHaveLength(1);
});

it.each([
  { what: 'a page that leads to itself', answers: () => [products([], nextAt(server.host, 'a'))] },
  {
    what: 'a page that leads back over another',
    answers: () => ['a', 'b', 'a'].map((page) => products([], nextAt(server.host, page))),
  },
  {
    what: 'products that go back',
    answers: () => [products(['5'], nextAt(server.host, 'a')), products(['4'])],
  },
])('ends on $what instead of looping', async ({ answers }) => {
  server.script(...answers());
  await expect(pagesFrom()).rejects.toMatchObject({ kind: 'protocol' });
});

it.each([
  { retryAfter: '2.0', wait: 2_000 },
  { retryAfter: '0.5', wait: 500 },
  { retryAfter: null, wait: 2_000 },
])('pauses for $wait ms after a refusal with Retry-After $retryAfter', async ({ retryAfter, wait }) => {
  const headers: Record<string, string> = retryAfter === null ? {} : { 'retry-after': retryAfter };
  server.script(
    json(429, { errors: 'Exceeded 2 calls per second for api client.' }, headers),
    products(['1']),
  );
  await pagesFrom();
  expect(waits).toEqual([wait]);
});

it('gives up on a bucket that others always fill', async () => {
  server.script(
    json(429, { errors: 'Exceeded 0 calls per second for api client.' }, { 'retry-after': '2.0' }),
  );
  await expect(pagesFrom()).rejects.toMatchObject({ kind: 'throttled' });
  expect(server.requests).toHaveLength(8);
});

it('waits before sending if the last answer says that the bucket is full', async () => {
  const full = { 'x-shopify-shop-api-call-limit': '40/40' };
  server.script(json(200, { products: [] }, { ...full, link: nextAt(server.host, 'a') }), products(['1']));
  await pagesFrom();
  // Three calls have to leak away, at two per second: one to send, and two that are kept free.
  expect(waits).toEqual([1_500]);
});

it('requests another token once if the shop rejects the current one', async () => {
  const refused = json(401, { errors: '[API] Invalid API key or access token' });
  server.script(refused, products(['1']));
  expect(await pagesFrom()).toHaveLength(1);
  expect(server.requests[1]?.headers).toMatchObject({ 'x-shopify-access-token': OTHER_TOKEN });
  server.script(refused);
  await expect(pagesFrom()).rejects.toMatchObject({ kind: 'auth' });
  expect(server.requests).toHaveLength(2);
});
