import { fullJitterDelay } from '../../../platform/resilience/backoff.ts';
import { sleep as realSleep } from '../../../platform/resilience/sleep.ts';
import { type EditCallOptions, SourceError } from '../../connector.ts';
import { isRecord } from '../client/errors.ts';
import type { GraphqlClient } from '../client/graphql-client.ts';
import type { Json } from '../read/normalise.ts';
import { downloadBulkFile, ExpiredUrlError } from './bulk-file.ts';
import type { BulkOperation, BulkOperations } from './bulk-operations.ts';

/**
 * The lines of a bulk mutation's result, in parts as they arrive. Reading goes on at the last whole line when the
 * download breaks off. What an operation wrote before it was stopped is read as well: those lines did happen.
 */

export type ResultDeps = {
  client: GraphqlClient;
  operations: BulkOperations;
  allowedHosts: readonly string[];
  random?: (() => number) | undefined;
  sleep?: ((milliseconds: number, signal?: AbortSignal) => Promise<void>) | undefined;
  idleTimeoutMs?: number | undefined;
};

const NEWLINE = 0x0a;
/** Downloads in a row that bring nothing new. */
const MAX_BARREN_DOWNLOADS = 5;
const BACKOFF = { base: 500, max: 15_000 };

export async function* readResultLines(
  deps: ResultDeps,
  operation: BulkOperation,
  options: EditCallOptions,
): AsyncGenerator<Json[], void, void> {
  const { client, operations, allowedHosts, idleTimeoutMs, random, sleep = realSleep } = deps;
  const { signal } = options;
  let url = operation.url ?? operation.partialDataUrl;
  let offset = 0;
  let lines = 0;
  for (let barren = 0; url !== null && barren < MAX_BARREN_DOWNLOADS; ) {
    const before = offset;
    let failure: unknown = null;
    try {
      let rest: Buffer = Buffer.alloc(0);
      const download = { url, offset, allowedHosts, signal, context: client.context(), idleTimeoutMs };
      for await (const chunk of downloadBulkFile(download)) {
        const bytes = Buffer.concat([rest, chunk]);
        const end = bytes.lastIndexOf(NEWLINE) + 1;
        rest = bytes.subarray(end);
        offset += end;
        const whole = parseLines(bytes.toString('utf8', 0, end));
        lines += whole.length;
        if (whole.length > 0) yield whole;
      }
      const last = parseLines(rest.toString('utf8'));
      offset += last.length > 0 ? rest.length : 0;
      lines += last.length;
      if (last.length > 0) yield last;
      if (operation.status !== 'COMPLETED' || lines >= operation.objectCount) return;
    } catch (error) {
      if (error instanceof ExpiredUrlError) {
        const again = await operations.find(operation.id, { ...options, priority: 'person' });
        url = again?.url ?? again?.partialDataUrl ?? null;
      } else if (!(error instanceof SourceError) || !error.retryable) {
        throw error;
      }
      failure = error;
    }
    barren = offset > before ? 1 : barren + 1;
    if (barren >= MAX_BARREN_DOWNLOADS && failure instanceof SourceError) throw failure;
    await sleep(fullJitterDelay(barren, { ...BACKOFF, ...(random ? { random } : {}) }), signal);
  }
}

/** A line that is not JSON was cut off, or says nothing of use: its edits count as not told. */
function parseLines(text: string): Json[] {
  const parsed: Json[] = [];
  for (const line of text.split('\n')) {
    try {
      const value: unknown = line === '' ? null : JSON.parse(line);
      if (isRecord(value)) parsed.push(value);
    } catch {}
  }
  return parsed;
}
