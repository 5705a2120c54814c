/**
 * - `auth`: the token is not valid (any more)
 * - `scope_missing`: the token is valid, a permission is missing
 * - `unavailable`: the source does not exist, is frozen or locked
 * - `throttled`: the source's rate limit, even after waiting
 * - `transient`: a network problem or a fault at the source; retrying later may help
 * - `rejected`: the source refused the request, for a reason that a person can act on
 * - `protocol`: an unexpected answer, or a request that the source does not understand: a bug
 */
export type SourceErrorKind =
  | 'auth'
  | 'scope_missing'
  | 'unavailable'
  | 'throttled'
  | 'transient'
  | 'rejected'
  | 'protocol';

export type SourceErrorOptions = {
  kind: SourceErrorKind;
  /** A sentence that tells a person what to do. Never contains a secret. */
  message: string;
  /** The source's own id of the request, for its support. */
  requestId?: string | undefined;
  /** Whether the same call may succeed later by itself. Default: by kind. */
  retryable?: boolean;
  /** How long the source asked to wait. */
  retryAfterMs?: number | undefined;
  /** Whether the source may have executed the request without saying so. Default: no. */
  mayHaveRun?: boolean | undefined;
  cause?: unknown;
};

export class SourceError extends Error {
  override readonly name = 'SourceError';
  readonly kind: SourceErrorKind;
  readonly requestId: string | undefined;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly mayHaveRun: boolean;

  constructor(options: SourceErrorOptions) {
    const { kind, message, requestId, retryable, retryAfterMs, mayHaveRun = false, cause } = options;
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.requestId = requestId;
    this.retryable = retryable ?? (kind === 'throttled' || kind === 'transient');
    this.retryAfterMs = retryAfterMs;
    this.mayHaveRun = mayHaveRun;
  }
}
