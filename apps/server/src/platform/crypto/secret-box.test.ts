import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isEncryptionKey, loadOrCreateKeyFile } from './encryption-key.ts';
import { Secret } from './secret.ts';
import { createSecretBox } from './secret-box.ts';

const newKey = () => new Secret(randomBytes(32).toString('base64'));

describe('a sealed value', () => {
  const box = createSecretBox(newKey());
  const place = 'stores/1/access_token';

  it('opens only in its own place', () => {
    const sealed = box.seal('shpat_secret', place);
    expect(sealed).toMatch(/^v1\.[\w-]{8}\.[\w-]+$/);
    expect(sealed).not.toContain('shpat');
    expect(box.open(sealed, place)).toBe('shpat_secret');
    expect(() => box.open(sealed, 'stores/2/access_token')).toThrow('does not belong here');
  });

  it('differs each time', () => {
    expect(box.seal('same', place)).not.toBe(box.seal('same', place));
  });

  it('does not open once a single character has changed', () => {
    const sealed = box.seal('päßwörd ✓', place);
    const at = sealed.length - 4;
    const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
    expect(() => box.open(changed, place)).toThrow('damaged');
    expect(() => box.open('plain text', place)).toThrow('not in a known form');
  });

  it('reports a different key', () => {
    const sealed = box.seal('value', place);
    expect(() => createSecretBox(newKey()).open(sealed, place)).toThrow('set ENCRYPTION_KEY to the key');
  });
});

describe('a Secret', () => {
  it('never prints itself', () => {
    const secret = new Secret('hunter2');
    const printed = `${secret} ${JSON.stringify({ secret })} ${inspect({ secret }, { showHidden: true, depth: 9 })}`;
    expect(printed).not.toContain('hunter2');
    expect(secret.reveal()).toBe('hunter2');
  });
});

describe('the key file', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'sf-test-'));
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  it('is created once, readable by this user only, even when many start together', async () => {
    const folder = path.join(dataDir, 'fresh');
    const keys = await Promise.all(Array.from({ length: 10 }, () => loadOrCreateKeyFile(folder)));
    const [first] = keys.map((key) => key.reveal());
    expect(new Set(keys.map((key) => key.reveal()))).toEqual(new Set([first]));
    expect(isEncryptionKey(first ?? '')).toBe(true);
    expect((await stat(path.join(folder, 'encryption.key'))).mode & 0o777).toBe(0o600);
  });

  it('is refused when it holds anything else', async () => {
    await writeFile(path.join(dataDir, 'encryption.key'), 'oops');
    await expect(loadOrCreateKeyFile(dataDir)).rejects.toThrow('does not hold 32 bytes in base64');
  });
});
