import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { GraphQLError } from 'graphql';
import type { Clock } from '../clock.ts';
import { allNodes } from '../graphql/catalogue-lists.ts';
import { type Context, requireScope } from '../graphql/context.ts';
import { schemaOf } from '../graphql/schemas.ts';
import type { Shop } from '../shop.ts';
import { globalId } from '../text-forms.ts';
import { bulkLines } from './bulk-lines.ts';
import { compileBulkQuery, type RootConnection } from './line-writer.ts';
import type { ResultFile, ResultStorage } from './result-storage.ts';
import { validateBulkQuery } from './validate-bulk-query.ts';

export type BulkStatus = 'CREATED' | 'RUNNING' | 'COMPLETED' | 'CANCELING' | 'CANCELED' | 'FAILED';
export type BulkErrorCode = 'ACCESS_DENIED' | 'INTERNAL_SERVER_ERROR' | 'TIMEOUT';

export type BulkOperation = {
  readonly id: number;
  readonly query: string;
  readonly createdAt: number;
  status: BulkStatus;
  errorCode: BulkErrorCode | null;
  completedAt: number | null;
  objectCount: number;
  rootObjectCount: number;
  fileSize: number | null;
  url: string | null;
  partialDataUrl: string | null;
};

type Plan = { readonly roots: readonly RootConnection[]; readonly groupObjects: boolean };
type Written = { readonly file: ResultFile; readonly objectCount: number; readonly rootObjectCount: number };

const MAX_AT_ONCE = 5;
const FIRST_ID = 7_700_000_000_000;
const ID_STEP = 32_768;
const PACE_CHECK_MS = 20;

/** The bulk queries of one shop, from the start of each to its file (section 8). */
export class BulkOperations {
  readonly #shop: Shop;
  readonly #clock: Clock;
  readonly #storage: ResultStorage;
  #operations: BulkOperation[] = [];
  #next = 0;
  #stop = new AbortController();
  /** The same question about the same catalogue is answered from the file that was written for it. */
  readonly #written = new Map<string, Written>();

  constructor(shop: Shop, deps: { clock: Clock; storage: ResultStorage }) {
    this.#shop = shop;
    this.#clock = deps.clock;
    this.#storage = deps.storage;
  }

  get all(): readonly BulkOperation[] {
    return this.#operations;
  }

  find(id: number): BulkOperation | null {
    return this.#operations.find((operation) => operation.id === id) ?? null;
  }

  run(query: string, groupObjects: boolean, context: Context) {
    const checked = validateBulkQuery(schemaOf(context.version), query);
    if ('problems' in checked) {
      const userErrors = checked.problems.map((message) => ({ field: ['query'], message, code: 'INVALID' }));
      return { bulkOperation: null, userErrors };
    }
    const roots = compileBulkQuery(schemaOf(context.version), checked, context);
    const running = this.#operations.filter(isActive);
    if (running.length >= MAX_AT_ONCE) {
      const ids = running.map(({ id }) => globalId('BulkOperation', id)).join(', ');
      const message = `A bulk query operation for this app and shop is already in progress: ${ids}.`;
      return { bulkOperation: null, userErrors: [{ field: null, message, code: 'OPERATION_IN_PROGRESS' }] };
    }
    const operation: BulkOperation = {
      id: FIRST_ID + this.#next * ID_STEP,
      query,
      createdAt: this.#seconds(),
      status: 'CREATED',
      errorCode: null,
      completedAt: null,
      objectCount: 0,
      rootObjectCount: 0,
      fileSize: null,
      url: null,
      partialDataUrl: null,
    };
    this.#next += 1;
    this.#operations.push(operation);
    const started = { ...operation };
    void this.#write(operation, { roots, groupObjects }, context, this.#stop.signal);
    return { bulkOperation: started, userErrors: [] };
  }

  cancel(id: number) {
    const operation = this.find(id);
    if (operation === null) {
      return {
        bulkOperation: null,
        userErrors: [{ field: ['id'], message: 'Bulk operation does not exist' }],
      };
    }
    if (isActive(operation)) {
      operation.status = 'CANCELING';
      return { bulkOperation: { ...operation }, userErrors: [] };
    }
    const message = `A bulk operation cannot be canceled when it is ${operation.status.toLowerCase()}`;
    return { bulkOperation: operation, userErrors: [{ field: null, message }] };
  }

  /** Ends all work without a trace. */
  reset(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#operations = [];
    this.#written.clear();
  }

  async #write(operation: BulkOperation, plan: Plan, context: Context, signal: AbortSignal): Promise<void> {
    await nextTurn();
    if (signal.aborted) return;
    if (operation.status === 'CREATED') operation.status = 'RUNNING';
    const isOrdinary = context.bulkFailure === null && this.#shop.bulkObjectsPerSecond === null;
    const key = JSON.stringify([
      this.#shop.catalogue.revision,
      context.version,
      context.app.token,
      plan.groupObjects,
      operation.query,
    ]);
    const former = isOrdinary ? this.#written.get(key) : undefined;
    if (former !== undefined && this.#storage.holds(former.file)) {
      operation.objectCount = former.objectCount;
      operation.rootObjectCount = former.rootObjectCount;
      this.#finish(
        operation,
        former.file,
        operation.status === 'CANCELING' ? 'CANCELED' : 'COMPLETED',
        context.host,
      );
      return;
    }
    const file = await this.#storage.create();
    try {
      const outcome = await this.#fill(operation, file, plan, context, signal);
      if (signal.aborted) return;
      this.#finish(operation, file, outcome, context.host);
      if (outcome === 'COMPLETED' && file.size > 0) this.#written.set(key, { file, ...countsOf(operation) });
    } catch (error) {
      if (signal.aborted) return;
      const isDenied = error instanceof GraphQLError && error.extensions.code === 'ACCESS_DENIED';
      operation.errorCode = isDenied ? 'ACCESS_DENIED' : 'INTERNAL_SERVER_ERROR';
      this.#finish(operation, file, 'FAILED', context.host);
      if (!isDenied) console.error(`Bulk operation ${operation.id} of ${this.#shop.domain} failed:`, error);
    } finally {
      if (file.size === 0 || signal.aborted) await this.#storage.discard(file);
    }
  }

  async #fill(
    operation: BulkOperation,
    file: ResultFile,
    { roots, groupObjects }: Plan,
    context: Context,
    signal: AbortSignal,
  ): Promise<'COMPLETED' | 'CANCELED' | 'FAILED'> {
    for (const root of roots) {
      requireScope(context, root.field, root.field === 'inventoryItems' ? 'read_inventory' : 'read_products');
    }
    const lines = bulkLines(roots, groupObjects, (root) =>
      allNodes(root.args, context, { fieldName: root.field, path: [root.field] }),
    );
    const limit = context.bulkFailure?.afterObjects ?? Number.POSITIVE_INFINITY;
    let objects = 0;
    let rootObjects = 0;
    const flush = async (): Promise<boolean> => {
      await this.#keepPace(operation, objects, signal);
      if (signal.aborted || operation.status === 'CANCELING') return false;
      await file.flush();
      operation.objectCount = objects;
      operation.rootObjectCount = rootObjects;
      await nextTurn();
      return true;
    };
    for (const line of lines) {
      if (objects === limit) break;
      if (!file.add(line.text)) {
        if (!(await flush())) return 'CANCELED';
        file.add(line.text);
      }
      objects += 1;
      if (line.isRoot) rootObjects += 1;
    }
    if (!(await flush())) return 'CANCELED';
    file.seal();
    if (context.bulkFailure === null) return 'COMPLETED';
    operation.errorCode = context.bulkFailure.errorCode;
    return 'FAILED';
  }

  /** Waits until so many objects are due at the shop's pace, which may be changed meanwhile. */
  async #keepPace(operation: BulkOperation, objects: number, signal: AbortSignal): Promise<void> {
    for (;;) {
      const pace = this.#shop.bulkObjectsPerSecond;
      if (pace === null || signal.aborted || operation.status === 'CANCELING') return;
      const seconds = (this.#clock.now().getTime() - operation.createdAt) / 1000;
      if (pace > 0 && objects <= pace * seconds) return;
      await pause(PACE_CHECK_MS, undefined, { ref: false });
    }
  }

  #finish(
    operation: BulkOperation,
    file: ResultFile,
    status: 'COMPLETED' | 'CANCELED' | 'FAILED',
    host: string,
  ): void {
    const name = `bulk-${operation.id}.jsonl`;
    const url = file.size === 0 ? null : this.#storage.publish({ file, name, shop: this.#shop.domain }, host);
    operation.status = status;
    if (status !== 'CANCELED') operation.completedAt = this.#seconds();
    if (url === null) return;
    operation.fileSize = file.size;
    if (status === 'COMPLETED') operation.url = url;
    else operation.partialDataUrl = url;
  }

  #seconds(): number {
    return Math.floor(this.#clock.now().getTime() / 1000) * 1000;
  }
}

function countsOf({ objectCount, rootObjectCount }: BulkOperation) {
  return { objectCount, rootObjectCount };
}

function isActive({ status }: BulkOperation): boolean {
  return status === 'CREATED' || status === 'RUNNING' || status === 'CANCELING';
}
