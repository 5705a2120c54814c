import { expect, it } from 'vitest';
import { describeStartFailure } from './start-failure.ts';

const withCode = (code: string, message: string) => Object.assign(new Error(message), { code });
const full = 'The disk is full: make room for the data folder /data, then start again.';
const notWritable =
  'DATA_DIR cannot be written: give this user the right to write to the data folder /data, or set DATA_DIR to another folder.';

it.each([
  ['a full disk, met by Node', withCode('ENOSPC', 'ENOSPC: no space left on device, write'), full],
  ['a full disk, met by PGlite', { name: 'ErrnoError', errno: 51 }, full],
  ['a full disk, met by the lock', new Error('database or disk is full'), full],
  ['a folder of somebody else', withCode('EACCES', "EACCES: permission denied, mkdir '/data'"), notWritable],
  ['a read-only disk', withCode('ENOENT', "ENOENT: no such file or directory, mkdir '/data'"), notWritable],
  ['a read-only disk, met by PGlite', { name: 'ErrnoError', errno: 69 }, notWritable],
  [
    'anything else',
    new Error('the cluster is of another version.'),
    'The embedded database in the data folder /data did not start: the cluster is of another version. If it is damaged, npm run restore FILE --force puts a backup in its place.',
  ],
])('says what to do about %s', (_case, error, sentence) => {
  expect(describeStartFailure(error, '/data')).toBe(sentence);
});
