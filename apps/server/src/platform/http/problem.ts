/** One thing that is wrong with a request: `path` names the field as the client sent it. */
export type FieldError = { path: string; message: string };

export type AppErrorOptions = {
  status: number;
  /** Stable name for programs, such as `store_exists`. */
  code: string;
  /** The sentence a person is shown. */
  detail: string;
  errors?: readonly FieldError[];
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
};

/** An expected failure: it reaches the client as RFC 9457 problem details with exactly these words. */
export class AppError extends Error {
  override name = 'AppError';
  readonly status: number;
  readonly code: string;
  readonly errors: readonly FieldError[] | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;

  constructor({ status, code, detail, errors, headers, cause }: AppErrorOptions) {
    super(detail, { cause });
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.headers = headers;
  }
}

/** RFC 9457. */
export type Problem = {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  errors?: readonly FieldError[];
};

export const PROBLEM_CONTENT_TYPE = 'application/problem+json; charset=utf-8';

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  413: 'Request too large',
  415: 'Unsupported media type',
  422: 'Cannot be processed',
  429: 'Too many requests',
  500: 'Internal error',
  501: 'Not available yet',
  502: 'The source failed',
  503: 'Unavailable',
  504: 'The source did not answer in time',
};

export function toProblem(error: AppError): Problem {
  return {
    type: 'about:blank',
    title: TITLES[error.status] ?? (error.status < 500 ? 'Bad request' : 'Internal error'),
    status: error.status,
    detail: error.message,
    code: error.code,
    ...(error.errors ? { errors: error.errors } : {}),
  };
}

type Extra = Omit<AppErrorOptions, 'status' | 'code' | 'detail'>;

const withStatus = (status: number, defaultCode: string) => (detail: string, code?: string, extra?: Extra) =>
  new AppError({ status, code: code ?? defaultCode, detail, ...extra });

export const badRequest = withStatus(400, 'bad_request');
export const unauthorized = withStatus(401, 'unauthorized');
export const forbidden = withStatus(403, 'forbidden');
export const notFound = withStatus(404, 'not_found');
export const conflict = withStatus(409, 'conflict');
export const tooManyRequests = withStatus(429, 'too_many_requests');
export const unavailable = withStatus(503, 'unavailable');

/** A request whose fields are not as the contract says. */
export function validationFailed(errors: readonly FieldError[], detail?: string): AppError {
  const [first] = errors;
  const sentence = first
    ? first.path
      ? `${first.path}: ${first.message}`
      : first.message
    : 'The request is not valid.';
  return new AppError({ status: 400, code: 'validation_failed', detail: detail ?? sentence, errors });
}
