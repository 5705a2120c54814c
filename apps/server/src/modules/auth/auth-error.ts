/** An expected failure of the sign-in service: status, GoTrue's code, and a sentence for the person signing in. */
export class AuthError extends Error {
  readonly status: number;
  readonly code: string;
  /** Further fields of the answer, such as `weak_password`. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    options: { body?: Record<string, unknown>; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'AuthError';
    this.status = status;
    this.code = code;
    this.body = options.body ?? {};
    this.headers = options.headers ?? {};
  }
}
