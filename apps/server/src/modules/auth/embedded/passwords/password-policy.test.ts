import leaked from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' };
import { describe, expect, test } from 'vitest';
import { passwordWeakness } from './password-policy.ts';

describe('passwordWeakness', () => {
  test.each([
    'correct horse battery staple',
    'tulip-Mango-41',
    'dragonfruit sorbet',
    'Zw9#kkLp',
    '日本語のパスワード',
    'vierzigtausend Schafe',
    'master of none, jack of all',
    '83920174655',
  ])('accepts %s', (password) => {
    expect(passwordWeakness(password, 'maria.lopez@atlas.example')).toBeNull();
  });

  test.each([
    'password',
    'Password1!',
    'P@ssw0rd2026',
    'passwordpassword',
    '12345678',
    '87654321',
    '1q2w3e4r5t',
    'qwertyuiop',
    'aaaaaaaaaaaa',
    'abcabcabc',
    'iloveyou',
    'letmein123',
    '!!sunshine!!',
    '31.12.1999',
    '19871224',
    'Storefleet2026',
    'maria.lopez1',
    'atlas1234',
    'superman.99',
    '0987654321q',
  ])('refuses %s as easy to guess', (password) => {
    expect(passwordWeakness(password, 'maria.lopez@atlas.example')?.reasons).toContain('pwned');
  });

  test('refuses the 3,000 most common passwords of at least 8 characters', () => {
    const common = leaked.filter(({ length }) => length >= 8).slice(0, 3_000);
    expect(common).toHaveLength(3_000);
    expect(common.filter((password) => passwordWeakness(password, 'a@b.example') === null)).toEqual([]);
    expect(passwordWeakness((common[2_999] ?? '').toUpperCase(), 'a@b.example')?.reasons).toEqual(['pwned']);
  });

  test('counts characters, not bytes', () => {
    expect(passwordWeakness('äöüßéè7', 'a@b.example')).toEqual({
      reasons: ['length'],
      message: 'Password should be at least 8 characters.',
    });
    expect(passwordWeakness('äöüßéè7q', 'a@b.example')).toBeNull();
  });

  test('lists every reason', () => {
    expect(passwordWeakness('1234', 'a@b.example')?.reasons).toEqual(['length', 'pwned']);
  });
});
