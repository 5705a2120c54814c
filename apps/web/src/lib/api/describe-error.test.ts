import { ApiError } from '@storefleet/client/api-error';
import type { ProblemDetails } from '@storefleet/contract/api/common';
import { expect, test } from 'vitest';
import { isNotFound } from './describe-error.ts';

test.each<[string, Partial<ProblemDetails>, boolean]>([
  ['a missing store', { status: 404, code: 'store_not_found' }, true],
  [
    'a URL with an invalid id',
    { status: 400, code: 'validation_failed', errors: [{ path: 'id', message: 'This is not a valid id.' }] },
    true,
  ],
  [
    'another invalid field',
    { status: 400, code: 'validation_failed', errors: [{ path: 'limit', message: 'Too large.' }] },
    false,
  ],
  ['a server error', { status: 500, code: 'internal_error' }, false],
])('not found: %s', (_case, problem, expected) => {
  expect(
    isNotFound(new ApiError({ status: 500, code: 'internal_error', detail: 'A sentence.', ...problem })),
  ).toBe(expected);
});
