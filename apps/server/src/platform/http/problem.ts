import { type ErrorCode, problems } from '@storefleet/contract/api/problems';

/** One thing that is wrong with a request: `path` names the field as the client sent it. */
export type FieldError = { path: string; message: string };

type AppErrorOptions = {
  /** Stable name for programs. */
  code: ErrorCode;
  /** The contract's status for this code unless given. */
  status?: number;
  /** The sentence shown to a person; the contract's sentence for this code unless given. */
  detail?: string;
  errors?: readonly FieldError[];
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
};

/** An expected failure: reaches the client as RFC 9457 problem details with exactly these words. */
export class AppError extends Error {
  override name = 'AppError';
  readonly status: number;
  readonly code: ErrorCode;
  readonly errors: readonly FieldError[] | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;

  constructor({ status, code, detail, errors, headers, cause }: AppErrorOptions) {
    super(detail ?? problems[code].detail, { cause });
    this.status = status ?? problems[code].status;
    this.code = code;
    this.errors = errors;
    this.headers = headers;
  }
}

/** The caller no longer waits for the response: the work is abandoned. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';

  constructor() {
    super('The client went away.');
  }
}

/** RFC 9457. */
type Problem = {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ErrorCode;
  errors?: readonly FieldError[];
};

export const PROBLEM_CONTENT_TYPE = 'application/problem+json; charset=utf-8';

export function toProblem(error: AppError): Problem {
  return {
    type: 'about:blank',
    title: problems[error.code].title,
    status: error.status,
    detail: error.message,
    code: error.code,
    ...(error.errors ? { errors: error.errors } : {}),
  };
}

type Extra = Omit<AppErrorOptions, 'code' | 'detail'>;

const withCode = (defaultCode: ErrorCode) => (detail?: string, code?: ErrorCode, extra?: Extra) =>
  new AppError({ code: code ?? defaultCode, detail, ...extra });

export const badRequest = withCode('malformed_request');
export const unauthorized = withCode('unauthorized');
export const forbidden = withCode('forbidden');
export const notFound = withCode('not_found');
export const conflict = withCode('conflict');
export const tooManyRequests = withCode('too_many_requests');
export const unavailable = withCode('service_unavailable');

/** A request whose fields violate the contract. For a single wrong field, the detail says what is wrong. */
export function validationFailed(errors: readonly FieldError[]): AppError {
  const [first, ...others] = errors;
  const detail = first && others.length === 0 ? sentenceOf(first) : undefined;
  return new AppError({ code: 'validation_failed', detail, errors });
}

/** Messages that start like this need the field's name in front; all others name their subject. */
const WITHOUT_SUBJECT = /^(Is|Must|Holds|This is)\b/;

function sentenceOf({ path, message }: FieldError): string {
  return path !== '' && WITHOUT_SUBJECT.test(message) ? `${path}: ${message}` : message;
}

/** One field that is invalid for a reason the contract cannot know. */
export const invalidField = (path: string, message: string) => validationFailed([{ path, message }]);
