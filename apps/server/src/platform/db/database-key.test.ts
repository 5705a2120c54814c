import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openTestDatabase } from '@storefleet/test-support/database';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadOrCreateKeyFile } from '../crypto/encryption-key.ts';
import { Secret } from '../crypto/secret.ts';
import { keyOfDatabase } from './database-key.ts';

let dataDir: string;

const db = await openTestDatabase();
beforeEach(async () => {
  await db.query('delete from sealing_key');
  dataDir = await mkdtemp(path.join(tmpdir(), 'sf-test-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const newKey = () => new Secret(randomBytes(32).toString('base64'));
const shared = (given: Secret | null) => keyOfDatabase(db, { given, dataDir, isShared: true });
const alone = (given: Secret | null) => keyOfDatabase(db, { given, dataDir, isShared: false });

it('on a shared database is the one all processes are given, and is never generated', async () => {
  await expect(shared(null)).rejects.toThrow(/^ENCRYPTION_KEY is missing: every process on the database/);
  expect(await readdir(dataDir)).toEqual([]);

  const key = newKey();
  expect((await shared(key)).reveal()).toBe(key.reveal());
  expect((await shared(new Secret(key.reveal()))).reveal()).toBe(key.reveal());
  await expect(shared(newKey())).rejects.toThrow(
    /^ENCRYPTION_KEY is not the key that the secrets in this database are sealed under: set ENCRYPTION_KEY to /,
  );
  await expect(shared(null)).rejects.toThrow(/^ENCRYPTION_KEY is missing/);
});

it('with processes that start together under different keys, one wins', async () => {
  const keys = [newKey(), newKey(), newKey()];
  const outcomes = await Promise.allSettled(keys.map(shared));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

it('may come from the key file of a database that used to be embedded', async () => {
  const file = await loadOrCreateKeyFile(dataDir);
  expect((await shared(null)).reveal()).toBe(file.reveal());
});

it('of an embedded database is generated once, and refused when missing or different', async () => {
  const key = await alone(null);
  expect((await alone(null)).reveal()).toBe(key.reveal());
  await rm(path.join(dataDir, 'encryption.key'));
  await expect(alone(null)).rejects.toThrow(/^The key file encryption.key is missing in DATA_DIR: put back /);
  expect(await readdir(dataDir)).toEqual([]);
  await loadOrCreateKeyFile(dataDir);
  await expect(alone(null)).rejects.toThrow(/^The key file encryption.key in DATA_DIR is not the key /);
  expect((await alone(key)).reveal()).toBe(key.reveal());
});
