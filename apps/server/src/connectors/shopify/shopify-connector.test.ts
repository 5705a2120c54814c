import { describe, expect, it } from 'vitest';
import { Secret } from '../../platform/crypto/secret.ts';
import { createLogger } from '../../platform/logging/logger.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { createSqlServers } from '../mssql/client/sql-server.ts';
import { createConnect, sourceKinds } from '../registry.ts';
import { enteredToken } from './client/access-tokens.ts';
import { createCostBuckets } from './client/throttle.ts';
import { TOKEN } from './testing/simulated-shop.ts';
import { useSimulation } from './testing/simulation.ts';

const { signal } = new AbortController();

const simulation = useSimulation();

describe('the connection test', () => {
  it('says who the shop is and what the token may do', async () => {
    const { connector } = simulation.open({
      name: 'Atlas Outdoor',
      email: 'team@atlas.example',
      country: 'DE',
      currency: 'EUR',
      timezone: 'Europe/Berlin',
    });
    expect(await connector.testConnection(signal)).toMatchObject({
      name: 'Atlas Outdoor',
      email: 'team@atlas.example',
      country: 'DE',
      planName: 'Development',
      currency: 'EUR',
      timezone: 'Europe/Berlin',
      apiVersionAsked: '2026-10',
      apiVersionServed: '2026-10',
      missingScopes: [],
      products: 20,
      variants: expect.any(Number),
      notices: [],
    });
  });

  it('says which version answers in place of a retired one', async () => {
    const { connector } = simulation.open({}, { apiVersion: '2023-10' });
    const report = await connector.testConnection(signal);
    expect(report).toMatchObject({ apiVersionAsked: '2023-10', apiVersionServed: '2026-01' });
    expect(report.notices).toEqual([
      'Shopify no longer offers API version 2023-10 and answers with 2026-01. Choose a supported version for this store.',
    ]);
  });

  it('takes write_ for read_ and lists the permissions that are missing', async () => {
    const test = (scopes: string[]) => simulation.open({ scopes }).connector.testConnection(signal);
    expect(await test(['write_products'])).toMatchObject({ missingScopes: [], notices: [] });
    expect(await test(['read_products', 'read_inventory'])).toMatchObject({
      missingScopes: ['write_products'],
    });
  });

  it('says that costs are out of sight', async () => {
    const { connector } = simulation.open({
      deniedFields: { 'InventoryItem.unitCost': 'View product costs' },
    });
    const report = await connector.testConnection(signal);
    expect(report.products).toBe(20);
    expect(report.notices).toEqual([
      expect.stringContaining('The cost per item is not readable with this token'),
    ]);
  });

  it('fails for a token that sees the shop and no products', async () => {
    const { connector } = simulation.open({ scopes: ['read_locations'] });
    await expect(connector.testConnection(signal)).rejects.toMatchObject({
      kind: 'scope_missing',
      message: expect.stringContaining('The token lacks the permission read_products.'),
    });
  });
});

it('counts without a ceiling, and says when by the clock of the shop', async () => {
  const { connector, shop, host } = simulation.open({ products: 12_000, variantsPerProduct: 1 });
  expect(await connector.count(signal)).toEqual({
    products: 12_000,
    variants: shop.catalogue.variantCount,
    exact: true,
    mark: { kind: 'shopify', shop: host, at: simulation.clock.now().toISOString() },
  });
});

describe('a connector', () => {
  const logger = createLogger({ level: 'silent' });
  const connect = createConnect(
    sourceKinds({
      clock: systemClock,
      logger,
      allowedHosts: ['*.myshopify.com'],
      costBuckets: createCostBuckets({ clock: systemClock }),
      sqlServers: createSqlServers({ logger }),
    }),
  );
  const store = {
    storeType: 'shopify',
    shopUrl: 'a.myshopify.com',
    apiVersion: '2026-10',
    accessTokens: enteredToken(new Secret(TOKEN)),
    mssql: null,
  };

  it('is not made for a host that is not allowed', async () => {
    await expect(connect({ ...store, shopUrl: 'www.brand.com' })).rejects.toThrow(
      'is not a myshopify.com address',
    );
  });

  it('is not made without a token', async () => {
    await expect(connect({ ...store, accessTokens: null })).rejects.toThrow(
      'Enter an Admin API access token for a.myshopify.com.',
    );
  });

  it('is not made for a type of store that nobody registered', async () => {
    await expect(connect({ ...store, storeType: 'ftp' })).rejects.toThrow(
      'Stores of the type ftp cannot be synced.',
    );
  });
});
