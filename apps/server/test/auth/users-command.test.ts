import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { runUsersCommand } from '@storefleet/server/modules/auth/users-command';
import { startEmbeddedDatabase } from '@storefleet/server/platform/db/embedded/embedded-database';
import { CHILD_ENVIRONMENT } from '@storefleet/test-support/child-environment';
import { describe, expect, test } from 'vitest';
import { authTestServer, otherPassword } from './auth-test-server.ts';

describe('the command', async () => {
  const server = await authTestServer();

  async function users(argv: string[], { typed = '', sendsMail = false } = {}): Promise<string> {
    const lines: string[] = [];
    await runUsersCommand(argv, {
      auth: server.auth,
      sendsMail,
      print: (line) => void lines.push(line),
      askPassword: async () => typed,
    });
    return lines.join('\n');
  }

  test('creates accounts with a link, a typed password, or a generated one', async () => {
    const byLink = await users(['add', 'Ada@shops.example', '--name', 'Ada']);
    expect(byLink).toContain('An account for ada@shops.example has been created.');
    const token = new URL(/http\S+/.exec(byLink)?.[0] ?? '').searchParams.get('token_hash') ?? '';
    expect((await server.client().verifyOtp({ token_hash: token, type: 'invite' })).error).toBeNull();

    await users(['add', 'bea@shops.example', '--password'], { typed: otherPassword });
    await server.signedInClient('bea@shops.example', otherPassword);

    const madeUp = await users(['add', 'cleo@shops.example', '--password']);
    await server.signedInClient('cleo@shops.example', /password is (\S+)/.exec(madeUp)?.[1]);
  });

  test('lists, disables, enables and resets', async () => {
    await server.addMember('dora@shops.example');
    const { accessToken } = await server.signedInClient('dora@shops.example');
    expect(await users(['disable', 'dora@shops.example'])).toBe(
      'dora@shops.example is disabled and signed out everywhere.',
    );
    await server.expectSignedOut(accessToken);
    expect(await users(['list'])).toMatch(/^dora@shops\.example +editor +disabled +last signed in \d{4}-/m);
    await users(['enable', 'DORA@shops.example']);
    expect(await users(['list'])).toMatch(/^dora@shops\.example +editor +active/m);
    expect(await users(['role', 'dora@shops.example', 'owner'])).toBe('dora@shops.example is an owner now.');
    expect(await users(['list'])).toMatch(/^dora@shops\.example +owner +active/m);
    expect(await users(['reset', 'dora@shops.example'])).toContain('/reset-password?token_hash=');
    expect(await users(['reset', 'dora@shops.example'], { sendsMail: true })).toBe(
      'A link to choose a password was mailed to dora@shops.example.',
    );
  });

  test('prints a key for managing accounts', async () => {
    const key = await users(['service-key', '--days', '1']);
    const answer = await server.call('/auth/v1/admin/users', { headers: { authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(200);
  });

  test.each([
    [['disable', 'nobody@shops.example'], 'There is no account for nobody@shops.example.'],
    [['add'], 'The email address is missing: npm run users -- add EMAIL'],
    [['role', 'ada@shops.example', 'boss'], 'The role has to be one of viewer, proposer, editor, owner.'],
    [['add', 'not-an-address'], 'Unable to validate email address: invalid format'],
    [['service-key', '--days', 'many'], '--days has to be a whole number from 1 to 3650.'],
    [['remove', 'ada@shops.example'], 'There is no command remove.'],
    [[], 'npm run users -- add EMAIL'],
  ])('%j is refused with a sentence', async (argv, sentence) => {
    await expect(users(argv)).rejects.toThrow(sentence);
  });
});

// Starts four processes one after another, each with the database engine.
test('works on an unused data folder, and while a server uses it', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'storefleet-users-'));
  const program = fileURLToPath(new URL('../../src/cli/users.ts', import.meta.url));
  const users = async (...args: string[]) => {
    const child = spawn(process.execPath, [program, ...args], {
      env: { ...CHILD_ENVIRONMENT, DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, problems] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { out, problems };
  };
  try {
    expect(await users('add', 'ada@shops.example')).toEqual({
      out: expect.stringContaining('An account for ada@shops.example has been created.'),
      problems: '',
    });

    const running = await startEmbeddedDatabase({ dataDir });
    try {
      expect((await users('add', 'bea@shops.example')).out).toContain('bea@shops.example has been created.');
      expect((await users('list')).out).toMatch(/^ada@shops\.example .*\nbea@shops\.example /);
    } finally {
      await running.close();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}, 240_000);
