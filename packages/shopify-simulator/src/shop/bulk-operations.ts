import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { GraphQLError } from 'graphql';
import type { Clock } from '../clock.ts';
import type { BulkFailure } from '../faults.ts';
import { globalId } from '../text-forms.ts';
import type { ResultFile, ResultStorage } from './result-storage.ts';
import type { ShopFacts } from './shop-options.ts';

type BulkStatus = 'CREATED' | 'RUNNING' | 'COMPLETED' | 'CANCELING' | 'CANCELED' | 'FAILED';
type BulkErrorCode = 'ACCESS_DENIED' | 'INTERNAL_SERVER_ERROR' | 'TIMEOUT';
type BulkType = 'QUERY' | 'MUTATION';

export type BulkOperation = {
  readonly id: number;
  readonly type: BulkType;
  /** The text of the query or mutation. */
  readonly query: string;
  readonly clientIdentifier: string | null;
  /** The app that started it. */
  readonly app: string;
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

export type BulkOutcome = 'COMPLETED' | 'CANCELED' | 'FAILED';

/** The context of one operation's work. */
export type BulkRun = {
  readonly operation: BulkOperation;
  readonly file: ResultFile;
  /** Waits until this many objects are due at the shop's pace; false: cancelled, or the simulator stops. */
  keepPace(objects: number): Promise<boolean>;
  /** Writes buffered lines and publishes the counts. */
  flush(objects: number, rootObjects: number): Promise<void>;
};

type BulkWork = {
  readonly type: BulkType;
  readonly query: string;
  readonly clientIdentifier: string | null;
  readonly app: string;
  /** Identifies a result that can be reused for the same work; null: never. */
  readonly resultKey: string | null;
  run(run: BulkRun): Promise<BulkOutcome>;
};

type Written = { readonly file: ResultFile; readonly objectCount: number; readonly rootObjectCount: number };

/** For queries and for mutations each. */
const MAX_AT_ONCE = 5;
const FIRST_ID = 7_700_000_000_000;
const ID_STEP = 32_768;
const PACE_CHECK_MS = 20;

/** The bulk operations of one shop, from start to file. */
export class BulkOperations {
  readonly #shop: ShopFacts;
  readonly #clock: Clock;
  readonly #storage: ResultStorage;
  readonly #onEnd: (operation: BulkOperation) => void;
  readonly #operations: BulkOperation[] = [];
  #next = 0;
  readonly #stop = new AbortController();
  /** The same query about an unchanged catalogue reuses its file. */
  readonly #written = new Map<string, Written>();

  constructor(
    shop: ShopFacts,
    deps: { clock: Clock; storage: ResultStorage },
    onEnd: (operation: BulkOperation) => void,
  ) {
    this.#shop = shop;
    this.#onEnd = onEnd;
    this.#clock = deps.clock;
    this.#storage = deps.storage;
  }

  get all(): readonly BulkOperation[] {
    return this.#operations;
  }

  find(id: number): BulkOperation | null {
    return this.#operations.find((operation) => operation.id === id) ?? null;
  }

  /** The refusal of an operation beyond the limit, or null. */
  inProgress(type: BulkType): { field: null; message: string; code: 'OPERATION_IN_PROGRESS' } | null {
    const running = this.#operations.filter((operation) => operation.type === type && isActive(operation));
    if (running.length < MAX_AT_ONCE) return null;
    const ids = running.map(({ id }) => globalId('BulkOperation', id)).join(', ');
    const message = `A bulk ${type.toLowerCase()} operation for this app and shop is already in progress: ${ids}.`;
    return { field: null, message, code: 'OPERATION_IN_PROGRESS' };
  }

  /** Returns the started operation; the work runs in the background. */
  start(work: BulkWork, host: string): BulkOperation {
    const operation: BulkOperation = {
      id: FIRST_ID + this.#next * ID_STEP,
      type: work.type,
      query: work.query,
      clientIdentifier: work.clientIdentifier,
      app: work.app,
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
    void this.#work(operation, work, host, this.#stop.signal);
    return started;
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

  /** Stops all work without a result. */
  stop(): void {
    this.#stop.abort();
  }

  async #work(operation: BulkOperation, work: BulkWork, host: string, signal: AbortSignal): Promise<void> {
    await nextTurn();
    if (signal.aborted) return;
    if (operation.status === 'CREATED') operation.status = 'RUNNING';
    const former = work.resultKey === null ? undefined : this.#written.get(work.resultKey);
    if (former !== undefined && this.#storage.holds(former.file)) {
      operation.objectCount = former.objectCount;
      operation.rootObjectCount = former.rootObjectCount;
      this.#finish(operation, former.file, isCanceling(operation) ? 'CANCELED' : 'COMPLETED', host);
      return;
    }
    const file = await this.#storage.create();
    try {
      const outcome = await work.run({
        operation,
        file,
        keepPace: (objects) => this.#keepPace(operation, objects, signal),
        flush: async (objects, rootObjects) => {
          await file.flush();
          operation.objectCount = objects;
          operation.rootObjectCount = rootObjects;
          await nextTurn();
        },
      });
      if (signal.aborted) return;
      this.#finish(operation, file, outcome, host);
      if (work.resultKey !== null && outcome === 'COMPLETED' && file.size > 0) {
        this.#written.set(work.resultKey, { file, ...countsOf(operation) });
      }
    } catch (error) {
      if (signal.aborted) return;
      const isDenied = error instanceof GraphQLError && error.extensions.code === 'ACCESS_DENIED';
      operation.errorCode = isDenied ? 'ACCESS_DENIED' : 'INTERNAL_SERVER_ERROR';
      this.#finish(operation, file, 'FAILED', host);
      if (!isDenied) console.error(`Bulk operation ${operation.id} of ${this.#shop.domain} failed:`, error);
    } finally {
      if (file.size === 0 || signal.aborted) await this.#storage.discard(file);
    }
  }

  /** The pace may change meanwhile. */
  async #keepPace(operation: BulkOperation, objects: number, signal: AbortSignal): Promise<boolean> {
    for (;;) {
      if (signal.aborted || isCanceling(operation)) return false;
      const { bulkObjectsPerSecond: pace } = this.#shop;
      const seconds = (this.#clock.now().getTime() - operation.createdAt) / 1000;
      if (pace === null || (pace > 0 && objects <= pace * seconds)) return true;
      await pause(PACE_CHECK_MS, undefined, { ref: false });
    }
  }

  #finish(operation: BulkOperation, file: ResultFile, status: BulkOutcome, host: string): void {
    const name = `bulk-${operation.id}.jsonl`;
    const url = file.size === 0 ? null : this.#storage.publish({ file, name, shop: this.#shop.domain }, host);
    operation.status = status;
    if (status !== 'CANCELED') operation.completedAt = this.#seconds();
    if (url !== null) {
      operation.fileSize = file.size;
      if (status === 'COMPLETED') operation.url = url;
      else operation.partialDataUrl = url;
    }
    this.#onEnd(operation);
  }

  #seconds(): number {
    return Math.floor(this.#clock.now().getTime() / 1000) * 1000;
  }
}

/** Ends the operation as the fault says. */
export function failAsArranged(operation: BulkOperation, bulkFailure: BulkFailure | null): BulkOutcome {
  if (bulkFailure === null) return 'COMPLETED';
  operation.errorCode = bulkFailure.errorCode;
  return 'FAILED';
}

function countsOf({ objectCount, rootObjectCount }: BulkOperation) {
  return { objectCount, rootObjectCount };
}

function isCanceling({ status }: BulkOperation): boolean {
  return status === 'CANCELING';
}

function isActive({ status }: BulkOperation): boolean {
  return status === 'CREATED' || status === 'RUNNING' || status === 'CANCELING';
}
