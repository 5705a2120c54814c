import { expect, it } from 'vitest';
import { freeName } from './passkeys-api.ts';

it('tells passkeys of one kind of device apart', () => {
  expect(freeName('Chrome on Linux', ['Safari on iPhone', undefined])).toBe('Chrome on Linux');
  expect(freeName('Chrome on Linux', ['Chrome on Linux'])).toBe('Chrome on Linux 2');
  expect(freeName('Chrome on Linux', ['Chrome on Linux 2', 'Chrome on Linux'])).toBe('Chrome on Linux 3');
});
