import { expect, test } from 'vitest';
import { buildSetting } from '../../testing/builders/build-setting.ts';
import { draftOf, draftProblems, toUpdateBody } from './setting-draft.ts';

const plain = buildSetting({ value: 'Hello', description: 'Shown first' });
const secret = buildSetting({ value: null, value_hint: '4711', is_encrypted: true });

test('value and encryption are sent, the description only where it was changed', () => {
  expect(toUpdateBody({ ...draftOf(plain), value: 'Hi' }, plain)).toEqual({
    value: 'Hi',
    is_encrypted: false,
  });
  expect(toUpdateBody({ ...draftOf(plain), description: '' }, plain)).toEqual({
    value: 'Hello',
    is_encrypted: false,
    description: '',
  });
});

test('an encrypted value stays blank, which keeps it', () => {
  expect(draftOf(secret).value).toBe('');
  expect(draftProblems({ ...draftOf(secret), description: 'x' }, secret)).toEqual({});
});

test('an encrypted value has to be entered again to be readable', () => {
  const open = { ...draftOf(secret), is_encrypted: false };
  const value = 'Enter the value again: an encrypted value is never shown.';
  expect(draftProblems(open, secret)).toEqual({ value });
  expect(draftProblems({ ...open, value: 'new' }, secret)).toEqual({});
});
