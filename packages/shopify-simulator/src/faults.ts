import { ArmedFaults, type FaultCount } from '@storefleet/simulator-kit/armed-faults';
import type { HoldMoment } from '@storefleet/simulator-kit/holds';
import type { Variant } from './catalogue/model.ts';

/** Faults for the next matching requests. */
export type FaultAction =
  /** An HTTP response instead of the real one; `html` gives a gateway's body. */
  | { kind: 'status'; status: number; html?: boolean; body?: unknown; retryAfter?: string }
  /** GraphQL: 200 with THROTTLED. */
  | { kind: 'throttled' }
  /** GraphQL: 200 with INTERNAL_SERVER_ERROR. */
  | { kind: 'internal_error' }
  /**
   * A mutation: refuses the variant or product with this user error. `sku` and `variant` select variants,
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
  /** Closes the connection without a response. */
  | { kind: 'reset' }
  /** Executes the request, then breaks the connection before any of the response is sent. */
  | { kind: 'applied_answer_lost' }
  /** Holds the request until it is released or dropped. */
  | { kind: 'hold'; when: HoldMoment }
  /**
   * Download: sends only this many bytes; `reset` breaks the connection, `clean` ends it as if complete. With
   * the target `rest`, truncates a response's body, and always breaks the connection.
   */
  | { kind: 'cut'; afterBytes: number; ending: 'reset' | 'clean' }
  /** Download: the signed URL has expired. */
  | { kind: 'expired_url' }
  /** The next bulk operation ends as FAILED after this many objects, with partial data. */
  | {
      kind: 'bulk_failed';
      afterObjects: number;
      errorCode: 'ACCESS_DENIED' | 'INTERNAL_SERVER_ERROR' | 'TIMEOUT';
    };

export type UserErrorFault = Extract<FaultAction, { kind: 'user_error' }>;

export type MutationTarget = {
  readonly mutation: string;
  readonly productId: number;
  /** Null for the product itself. */
  readonly variant: Variant | null;
};

export type BulkFailure = Extract<FaultAction, { kind: 'bulk_failed' }>;

type FaultTarget = 'graphql' | 'rest' | 'oauth' | 'download' | 'upload' | 'any';

export type Fault = FaultCount & {
  action: FaultAction;
  /** Domain of the shop. Default: all shops. */
  shop?: string;
  target?: FaultTarget;
  /** Only requests whose path or GraphQL document contains this text. */
  match?: string;
};

export type FaultRequest = { shop: string; target: Exclude<FaultTarget, 'any'>; text: string };

export type DueFault = { readonly id: string; readonly action: FaultAction };

export class Faults extends ArmedFaults<Fault> {
  /** The refusal of a write by a fault; `text` is the request or the line. */
  refusal(shop: string, target: MutationTarget, text: string): UserErrorFault | null {
    const isMatch = (fault: Fault): fault is Refusal =>
      isRefusal(fault) && matches(fault, { shop, target: 'graphql', text }) && isAbout(fault.action, target);
    for (const { fault } of this.striking(isMatch)) return fault.action;
    return null;
  }

  /** The faults due for this request, in the order they were added; each use counts. */
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

/** `gid://shopify/Product/1`, `1` and 1 are the same. */
function numberOf(id: number | string): number {
  return Number(String(id).split('/').at(-1));
}
