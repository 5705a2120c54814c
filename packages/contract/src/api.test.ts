import { expect, test } from 'vitest';
import { apiPaths } from './api/paths.ts';
import { apiRoutes } from './api.ts';

const describedCalls = apiRoutes.map(({ method, path }) => `${method} ${path}`);

test('every path has exactly one description, and no two calls share an address', () => {
  expect(apiRoutes.map(({ id }) => id).toSorted()).toEqual(Object.keys(apiPaths).toSorted());
  expect(new Set(describedCalls).size).toBe(describedCalls.length);
});

test('every path parameter is described, and nothing else', () => {
  for (const route of apiRoutes) {
    const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted();
    const described = 'params' in route ? Object.keys(route.params.shape).toSorted() : [];
    expect(described, route.id).toEqual(inPath);
  }
});

test('only the configuration, the set-up and an ordered file need no token', () => {
  const open = apiRoutes.filter((route) => 'public' in route && route.public).map(({ id }) => id);
  expect(open).toEqual(['config.get', 'setup.create', 'files.download']);
});

test('the Shopify app credentials are sent as form data', () => {
  const form = apiRoutes.filter(({ bodyEncoding }) => bodyEncoding === 'form').map(({ id }) => id);
  expect(form).toEqual(['settings.saveShopify']);
});
