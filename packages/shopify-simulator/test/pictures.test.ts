import { expect, test } from 'vitest';
import { sizeOf } from '../src/pictures/draw-picture.ts';
import { simulation } from './simulation.ts';

const { open } = simulation();
type Node = {
  mediaCount: { count: number };
  featuredMedia: { alt: string; preview: { image: { url: string; width: number; height: number } } } | null;
};
const QUERY = `{ products(first: 40) { nodes {
  mediaCount { count } featuredMedia { alt preview { image { url width height } } } } } }`;

test('a product shows its first image, drawn for it in the requested size; a few have none', async () => {
  const shop = open({ products: 40 });
  const { data } = await shop.graphql<{ products: { nodes: Node[] } }>(QUERY);
  const nodes = data?.products.nodes ?? [];
  for (const { mediaCount, featuredMedia } of nodes)
    expect(mediaCount.count > 0).toBe(featuredMedia !== null);
  const shown = nodes.flatMap(({ featuredMedia }) => featuredMedia ?? []);
  expect(shown.length).toBeGreaterThan(30);
  expect(shown.length).toBeLessThan(40);

  const { url, width, height } = shown[0]?.preview.image ?? { url: '', width: 0, height: 0 };
  const { pathname, search, hostname } = new URL(url);
  expect(hostname).toBe(shop.shop.domain);
  expect(sizeOf(pathname.split('/').at(-1) ?? '')).toEqual({ width, height });
  const picture = async (more: string) => {
    const answer = await shop.call(`${pathname}${search}${more}`, {
      headers: { 'x-shopify-access-token': null },
    });
    expect(answer.headers['content-type']).toBe('image/svg+xml');
    return answer.text;
  };
  expect(await picture('&width=96')).toContain(`width="96" height="${Math.round((96 * height) / width)}"`);
  // "An image can never be resized to be larger than its original dimensions."
  expect(await picture('&width=5000')).toContain(`width="${width}" height="${height}"`);
  expect(await picture('')).toBe(await picture(''));
  expect((await shop.call('/cdn/shop/files/no-such-picture')).status).toBe(404);
});
