import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type CataloguePage, ReadingHandedOnError } from '../../connector.ts';
import { AS_LARGE, catalogueOf, readAll } from '../testing/simulated-shop.ts';
import { useSimulation } from '../testing/simulation.ts';

const simulation = useSimulation();

const checkpointSchema = z.record(z.string(), z.json());

describe('an export', () => {
  it('is followed patiently, and dated by the time it was requested', async () => {
    const { connector, clock, waits } = {
      ...simulation,
      ...simulation.open({ products: 300, bulkObjectsPerSecond: 5 }),
    };
    const askedAt = clock.now();
    const { pages } = await readAll(connector, AS_LARGE);
    expect(waits.length).toBeGreaterThan(3);
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(Math.max(...waits)).toBe(30_000);
    expect(new Set(pages.map((page) => page.readAt.getTime()))).toEqual(new Set([askedAt.getTime()]));
  });

  it.each(['TIMEOUT', 'INTERNAL_SERVER_ERROR'] as const)(
    'that fails with %s is started once, and the catalogue comes in pages instead',
    async (errorCode) => {
      const { connector, shop, arm } = simulation.open({ products: 80 });
      arm({ kind: 'bulk_failed', afterObjects: 40, errorCode });
      const { pages, products, end } = await readAll(connector, AS_LARGE);
      expect(products).toEqual(catalogueOf(shop));
      expect(end.sourceProducts).toBe(80);
      for (const { checkpoint } of pages) {
        await readAll(connector, AS_LARGE, { checkpoint });
      }
      expect(shop.log.counters().byOperation.bulkOperationRunQuery).toBe(1);
    },
  );

  it('refused for lack of a scope names it as the reason', async () => {
    const { connector, arm } = simulation.open({ products: 80 });
    arm({ kind: 'bulk_failed', afterObjects: 0, errorCode: 'ACCESS_DENIED' });
    await expect(readAll(connector, AS_LARGE)).rejects.toMatchObject({
      kind: 'scope_missing',
      retryable: false,
    });
  });
});

describe('the file of an export', () => {
  it.each(['reset', 'clean'] as const)('is resumed where it broke off (%s)', async (ending) => {
    const { connector, shop, arm } = simulation.open({ products: 400 });
    for (const afterBytes of [100_000, 7, 0]) arm({ kind: 'cut', afterBytes, ending });
    expect((await readAll(connector, AS_LARGE)).products).toEqual(catalogueOf(shop));
  });

  it('that never arrives completely fails the read', async () => {
    const { connector, arm } = simulation.open({ products: 400 });
    arm({ kind: 'cut', afterBytes: 10, ending: 'clean' }, { times: 1000 });
    await expect(readAll(connector, AS_LARGE)).rejects.toMatchObject({
      kind: 'transient',
      message: expect.stringMatching(/The file that Shopify exported broke off: 0 of \d+ lines arrived/),
    });
  });

  it('gets a new URL when the old one has expired', async () => {
    const { connector, shop, arm } = simulation.open({ products: 100 });
    arm({ kind: 'expired_url' });
    expect((await readAll(connector, AS_LARGE)).products).toEqual(catalogueOf(shop));
    expect(shop.log.counters().byOperation.bulkOperationRunQuery).toBe(1);
  });

  it('is exported again when it is gone', async () => {
    const { connector, shop, clock } = { ...simulation, ...simulation.open({ products: 600 }) };
    const { pages } = await readAll(connector, AS_LARGE);
    clock.advance(8 * 24 * 3_600_000);
    const { products } = await readAll(connector, AS_LARGE, { checkpoint: pages[1]?.checkpoint ?? null });
    expect(products).toEqual(catalogueOf(shop));
    expect(shop.log.counters().byOperation.bulkOperationRunQuery).toBe(2);
  });
});

describe('a running export', () => {
  const standing = { products: 300, bulkObjectsPerSecond: 0 };

  it('is cancelled at Shopify when the read is stopped', async () => {
    const { connector, shop } = simulation.open(standing);
    const stop = new AbortController();
    const reading = readAll(connector, AS_LARGE, {
      signal: stop.signal,
      onPage: () => setImmediate(() => stop.abort(new Error('Sync was force stopped'))),
    });
    await expect(reading).rejects.toThrow('Sync was force stopped');
    expect(shop.log.counters().byOperation.bulkOperationCancel).toBe(1);
  });

  it('is cancelled too when the reader stops at its first checkpoint', async () => {
    const { connector, shop } = simulation.open(standing);
    const stop = new AbortController();
    for await (const _page of connector.readCatalogue({
      checkpoint: null,
      count: AS_LARGE,
      signal: stop.signal,
    })) {
      stop.abort();
      break;
    }
    expect(shop.log.counters().byOperation.bulkOperationCancel).toBe(1);
  });

  it('is left to the worker that has taken over the sync', async () => {
    const { connector, shop } = simulation.open(standing);
    const stop = new AbortController();
    const reading = readAll(connector, AS_LARGE, {
      signal: stop.signal,
      onPage: () => setImmediate(() => stop.abort(new ReadingHandedOnError())),
    });
    await expect(reading).rejects.toThrow(ReadingHandedOnError);
    expect(shop.log.counters().byOperation.bulkOperationCancel).toBeUndefined();
  });

  it('is adopted by whoever resumes from the first checkpoint', async () => {
    const { connector, shop } = simulation.open(standing);
    const reading = connector.readCatalogue({
      checkpoint: null,
      count: AS_LARGE,
      signal: new AbortController().signal,
    });
    const first = await reading.next();
    shop.bulkObjectsPerSecond = null;
    const checkpoint = first.done === true ? null : first.value.checkpoint;
    expect((await readAll(connector, AS_LARGE, { checkpoint })).products).toEqual(catalogueOf(shop));
    expect(shop.log.counters().byOperation.bulkOperationRunQuery).toBe(1);
  });

  it('cancelled by somebody else is started once more, and no third time', async () => {
    const { connector, shop } = simulation.open(standing);
    const stop = new AbortController();
    const pages: CataloguePage[] = [];
    const stopped = readAll(connector, AS_LARGE, {
      signal: stop.signal,
      onPage: (page) => {
        pages.push(page);
        setImmediate(() => stop.abort());
      },
    });
    await expect(stopped).rejects.toThrow();
    shop.bulkObjectsPerSecond = null;
    const checkpoint = checkpointSchema.parse(pages[0]?.checkpoint);
    expect((await readAll(connector, AS_LARGE, { checkpoint })).products).toEqual(catalogueOf(shop));
    expect(shop.log.counters().byOperation.bulkOperationRunQuery).toBe(2);
    const afterSecond = { ...checkpoint, tries: 2 };
    expect((await readAll(connector, AS_LARGE, { checkpoint: afterSecond })).products).toEqual(
      catalogueOf(shop),
    );
    expect(shop.log.counters().byOperation.bulkOperationRunQuery).toBe(2);
  });

  it('waits for a slot when others hold all five, and does not cancel theirs', async () => {
    const { connector, shop, waits } = simulation.open({ products: 50, bulkObjectsPerSecond: 1 });
    const busy = new AbortController();
    const others = Array.from({ length: 5 }, () =>
      connector.readCatalogue({ checkpoint: null, count: AS_LARGE, signal: busy.signal }),
    );
    for (const other of others) {
      await other.next();
    }
    const { products } = await readAll(connector, AS_LARGE);
    expect(products).toEqual(catalogueOf(shop));
    expect(waits).toContain(30_000);
    expect(shop.log.counters().byOperation.bulkOperationCancel).toBeUndefined();
  });
});
