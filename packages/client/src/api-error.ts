import type { ProblemDetails } from '@storefleet/contract/api/common';
import { messages } from '@storefleet/contract/messages';

export type FieldError = { path: string; message: string };

/** Why a call failed. `detail` is the sentence for people; `status` is 0 where no answer came. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ProblemDetails['code'] | 'network_error' | 'unexpected_answer';
  readonly detail: string;
  readonly errors: readonly FieldError[];

  constructor(
    problem: {
      status: number;
      code: ApiError['code'];
      detail: string;
      errors?: readonly FieldError[] | undefined;
    },
    options?: ErrorOptions,
  ) {
    super(problem.detail, options);
    this.name = 'ApiError';
    this.status = problem.status;
    this.code = problem.code;
    this.detail = problem.detail;
    this.errors = problem.errors ?? [];
  }

  /** The sentence for one field of a form, if the server had anything to say about it. */
  fieldError(path: string): string | undefined {
    return this.errors.find((error) => error.path === path)?.message;
  }
}

export function networkError(cause: unknown): ApiError {
  return new ApiError({ status: 0, code: 'network_error', detail: messages.networkError }, { cause });
}

function isFieldError(value: unknown): value is FieldError {
  return (
    typeof value === 'object' &&
    value !== null &&
    'path' in value &&
    typeof value.path === 'string' &&
    'message' in value &&
    typeof value.message === 'string'
  );
}

/** Reads the problem details of an answer; anything else, such as a proxy's page, gets a general sentence. */
export async function errorFromResponse(response: Response): Promise<ApiError> {
  const unexpected = {
    status: response.status,
    code: 'unexpected_answer',
    detail: messages.unexpectedError,
  } as const;
  if (!isJson(response)) return new ApiError(unexpected);
  const body: unknown = await response.json().catch(() => null);
  if (typeof body !== 'object' || body === null) return new ApiError(unexpected);
  const problem = body as Partial<ProblemDetails>;
  return new ApiError({
    status: response.status,
    code: typeof problem.code === 'string' ? problem.code : unexpected.code,
    detail: typeof problem.detail === 'string' ? problem.detail : unexpected.detail,
    errors: Array.isArray(problem.errors) ? problem.errors.filter(isFieldError) : [],
  });
}

export function mediaType(response: Response): string {
  return response.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

export function isJson(response: Response): boolean {
  const type = mediaType(response);
  return type === 'application/json' || type.endsWith('+json');
}
