import { openTestDatabase } from '@storefleet/test-support/database';
import pg from 'pg';
import { expect, it } from 'vitest';
import { asAppError } from '../../http/error-handler.ts';
import { createDiskCheck } from './disk-check.ts';

const full = Object.assign(new pg.DatabaseError('could not write to file', 1, 'error'), { code: '53100' });

function failingWith(error: Error) {
  const transaction = () => Promise.reject(error);
  return createDiskCheck({ db: { transaction }, dataDir: '.' });
}

it('reports nothing on a disk with room, by a statement that really writes', async () => {
  const db = await openTestDatabase();
  const files = async () =>
    (
      await db.query(
        'select temp_files > 0 as written from pg_stat_database where datname = current_database()',
      )
    ).rows;
  expect(await createDiskCheck({ db, dataDir: '.' })()).toBeNull();
  await expect.poll(files).toEqual([{ written: true }]);
});

it('says which disk is full, and nothing about a database that does not respond', async () => {
  expect(await failingWith(full)()).toBe('The disk of the database is full: make room there.');
  expect(await failingWith(new Error('Connection terminated'))()).toBeNull();
});

it.each([full, Object.assign(new Error('no space left'), { code: 'ENOSPC' })])(
  'a call that could not store anything for want of room is told so',
  (error) => {
    const call = new Error('Failed query', { cause: error });
    expect(asAppError(call)).toMatchObject({
      status: 503,
      code: 'disk_full',
      message: expect.stringContaining('The disk of the server is full: nothing can be saved'),
    });
  },
);
