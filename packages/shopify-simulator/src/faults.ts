import { ArmedFaults, type FaultCount } from '@storefleet/simulator-kit/armed-faults';
import type { HoldMoment } from '@storefleet/simulator-kit/holds';
import type { Variant } from './catalogue/model.ts';

/** What can be made to go wrong, for the next requests that match. */
export type FaultAction =
  /** An HTTP answer instead of the real one; `html` gives the body that a gateway sends. */
  | { kind: 'status'; status: number; html?: boolean; body?: unknown; retryAfter?: string }
  /** GraphQL: 200 with THROTTLED. */
  | { kind: 'throttled' }
  /** GraphQL: 200 with INTERNAL_SERVER_ERROR. */
  | { kind: 'internal_error' }
  /**
   * A mutation: the variant or product is refused with this user error. `sku` and `variant` choose variants,
   * `product` all writes to a product; `field` is the end of the path, below the variant or the argument.
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
  /** The request is held until it is released or dropped. */
  | { kind: 'hold'; when: HoldMoment }
  /**
   * Download: only so many bytes arrive; `reset` breaks the connection, `clean` ends it as if that were all.
   * With the target `rest`, an answer's body, and always a broken connection.
   */
  | { kind: 'cut'; afterBytes: number; ending: 'reset' | 'clean' }
  /** Download: the signed address is no longer valid. */
  | { kind: 'expired_url' }
  /**
   * The bulk operation that is started next ends FAILED after so many objects, with what was written as
   * partial data.
   */
  | {
      kind: 'bulk_failed';
      afterObjects: number;
      errorCode: 'ACCESS_DENIED' | 'INTERNAL_SERVER_ERROR' | 'TIMEOUT';
    };

export type UserErrorFault = Extract<FaultAction, { kind: 'user_error' }>;

export type MutationTarget = {
  readonly mutation: string;
  readonly productId: number;
  /** null: the product itself. */
  readonly variant: Variant | null;
};

export type BulkFailure = Extract<FaultAction, { kind: 'bulk_failed' }>;

export type FaultTarget = 'graphql' | 'rest' | 'oauth' | 'download' | 'upload' | 'any';

export type Fault = FaultCount & {
  action: FaultAction;
  /** Domain of the shop; all shops when left out. */
  shop?: string;
  target?: FaultTarget;
  /** Only requests whose path or GraphQL document contains this text. */
  match?: string;
};

export type FaultRequest = { shop: string; target: Exclude<FaultTarget, 'any'>; text: string };

export type DueFault = { readonly id: string; readonly action: FaultAction };

export class Faults extends ArmedFaults<Fault> {
  /**
   * The refusal arranged for what a mutation is about to write; `text` is the request or the line that asks
   * for it.
   */
  refusal(shop: string, target: MutationTarget, text: string): UserErrorFault | null {
    const isMatch = (fault: Fault): fault is Refusal =>
      isRefusal(fault) && matches(fault, { shop, target: 'graphql', text }) && isAbout(fault.action, target);
    for (const { fault } of this.striking(isMatch)) return fault.action;
    return null;
  }

  /** What is due for this request, in the order in which it was armed; each use counts. */
  due(request: FaultRequest): DueFault[] {
    const isMatch = (fault: Fault): fault is Fault => !isRefusal(fault) && matches(fault, request);
    return [...this.striking(isMatch)].map(({ id, fault }) => ({ id, action: fault.action }));
  }
}

type Refusal = Fault & { action: UserErrorFault };

function isRefusal(fault: Fault): fault is Refusal {
  return fault.action.kind === 'user_error';
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
