import type { MutationTarget, UserErrorFault } from './graphql/context.ts';
import type { HoldMoment } from './holds.ts';

/** What can be made to go wrong, for the next requests that match. */
export type FaultAction =
  /** An HTTP answer instead of the real one; `html` gives the body that a gateway sends (section 2). */
  | { kind: 'status'; status: number; html?: boolean; body?: unknown; retryAfter?: string }
  /** GraphQL: 200 with THROTTLED (section 5.3). */
  | { kind: 'throttled' }
  /** GraphQL: 200 with INTERNAL_SERVER_ERROR (section 4.2). */
  | { kind: 'internal_error' }
  /**
   * A mutation: the variant or product is refused with this user error. `sku` and `variant` choose variants, `product` all
   * writes to a product; `field` is the end of the path, below the variant or the argument.
   */
  | {
      kind: 'user_error';
      message: string;
      code?: string;
      field?: readonly string[];
      product?: number | string;
      variant?: number | string;
      sku?: string;
    }
  | { kind: 'slow'; milliseconds: number }
  /** The connection is closed without an answer. */
  | { kind: 'reset' }
  /** The request is executed and its effect stays, but the connection breaks before a byte of the answer. */
  | { kind: 'applied_answer_lost' }
  /** The request stands still until it is released or dropped, which `Holds` does. */
  | { kind: 'hold'; when: HoldMoment }
  /**
   * Download: only so many bytes arrive; `reset` breaks the connection, `clean` ends it as if that were all. With the
   * target `rest`, an answer's body, and always a broken connection.
   */
  | { kind: 'cut'; afterBytes: number; ending: 'reset' | 'clean' }
  /** Download: the signed address is no longer valid. */
  | { kind: 'expired_url' }
  /** The bulk operation that is started next ends FAILED after so many objects, with what was written as partial data. */
  | {
      kind: 'bulk_failed';
      afterObjects: number;
      errorCode: 'ACCESS_DENIED' | 'INTERNAL_SERVER_ERROR' | 'TIMEOUT';
    };

export type FaultTarget = 'graphql' | 'rest' | 'oauth' | 'download' | 'upload' | 'any';

export type Fault = {
  action: FaultAction;
  /** Domain of the shop; all shops when left out. */
  shop?: string;
  target?: FaultTarget;
  /** Only requests whose path or GraphQL document contains this text. */
  match?: string;
  /** Matching requests let through before the first one fails. */
  skip?: number;
  /** How many requests fail; 1 when left out. */
  times?: number;
};

export type FaultRequest = { shop: string; target: Exclude<FaultTarget, 'any'>; text: string };

export type DueFault = { readonly id: string; readonly action: FaultAction };

type Armed = Fault & { id: string; skipLeft: number; timesLeft: number; fired: number };

export class Faults {
  #armed: Armed[] = [];
  #count = 0;

  /** Arms a fault and returns its id. */
  add(fault: Fault): string {
    this.#count += 1;
    const id = `fault-${this.#count}`;
    this.#armed.push({ ...fault, id, skipLeft: fault.skip ?? 0, timesLeft: fault.times ?? 1, fired: 0 });
    return id;
  }

  clear(): void {
    this.#armed = [];
  }

  /** The refusal arranged for what a mutation is about to write; `text` is the request or the line that asks for it. */
  refusal(shop: string, target: MutationTarget, text: string): UserErrorFault | null {
    for (const fault of this.#armed) {
      const { action } = fault;
      if (action.kind !== 'user_error' || fault.timesLeft <= 0) continue;
      if (!matches(fault, { shop, target: 'graphql', text }) || !isAbout(action, target)) continue;
      if (fault.skipLeft > 0) {
        fault.skipLeft -= 1;
        continue;
      }
      fault.timesLeft -= 1;
      fault.fired += 1;
      return action;
    }
    return null;
  }

  list(): (Fault & { id: string; timesLeft: number; fired: number })[] {
    return this.#armed.map(({ skipLeft: _, ...fault }) => fault);
  }

  /** What is due for this request, in the order in which it was armed; each use counts. */
  due(request: FaultRequest): DueFault[] {
    const due: DueFault[] = [];
    for (const fault of this.#armed) {
      if (fault.action.kind === 'user_error' || fault.timesLeft <= 0 || !matches(fault, request)) continue;
      if (fault.skipLeft > 0) {
        fault.skipLeft -= 1;
        continue;
      }
      fault.timesLeft -= 1;
      fault.fired += 1;
      due.push({ id: fault.id, action: fault.action });
    }
    return due;
  }
}

const targetOf: Partial<Record<FaultAction['kind'], FaultTarget>> = {
  throttled: 'graphql',
  internal_error: 'graphql',
  user_error: 'graphql',
  applied_answer_lost: 'graphql',
  hold: 'graphql',
  cut: 'download',
  expired_url: 'download',
  bulk_failed: 'graphql',
};

function matches(fault: Fault, request: FaultRequest): boolean {
  const target = fault.target ?? targetOf[fault.action.kind] ?? 'any';
  if (target !== 'any' && target !== request.target) return false;
  if (fault.shop !== undefined && fault.shop !== request.shop) return false;
  if (fault.action.kind === 'bulk_failed' && !/bulkOperationRun(Query|Mutation)/.test(request.text))
    return false;
  return fault.match === undefined || request.text.includes(fault.match);
}

function isAbout(action: UserErrorFault, { productId, variant }: MutationTarget): boolean {
  if (action.product !== undefined && numberOf(action.product) !== productId) return false;
  if (action.variant !== undefined && numberOf(action.variant) !== variant?.id) return false;
  return action.sku === undefined || action.sku === variant?.sku;
}

/** `gid://shopify/Product/1`, `1` and 1 mean the same. */
function numberOf(id: number | string): number {
  return Number(String(id).split('/').at(-1));
}
