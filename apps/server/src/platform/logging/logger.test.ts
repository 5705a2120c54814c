import { Writable } from 'node:stream';
import pg from 'pg';
import { expect, it } from 'vitest';
import { Secret } from '../crypto/secret.ts';
import { createLogger } from './logger.ts';

function linesOf(log: (logger: ReturnType<typeof createLogger>) => void): string[] {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  log(createLogger({ level: 'info', destination }));
  return lines;
}

it('redacts secrets in every line', () => {
  const lines = linesOf((logger) => {
    logger.info(
      { access_token: 'hunter2', body: { password: 'hunter2', nested: { refresh_token: 'hunter2' } } },
      'a',
    );
    logger.info({ headers: { authorization: 'hunter2', 'x-shopify-access-token': 'hunter2' } }, 'b');
    logger.info({ store: { token: new Secret('hunter2'), key: new Secret('hunter2') } }, 'c');
  });
  expect(lines).toHaveLength(3);
  expect(lines.join('')).not.toContain('hunter2');
  expect(lines.join('')).toContain('[redacted]');
});

it('logs what went wrong and where, never the values involved', () => {
  const refused = Object.assign(
    new pg.DatabaseError('invalid input syntax for type integer: "hunter2"', 1, 'error'),
    {
      severity: 'ERROR',
      code: '22P02',
      detail: 'Failing row contains (hunter2).',
      where: 'unnamed portal parameter $1 = hunter2',
      constraint: 'settings_key',
    },
  );
  const failed = new Error('The setting was not saved.', { cause: refused });
  const broken = Object.assign(new Error('Parse Error'), { rawPacket: Buffer.from('hunter2'), code: 'HPE' });
  const [first = '', second = ''] = linesOf((logger) => {
    logger.error({ err: failed }, 'a');
    logger.error({ err: broken }, 'b');
  });
  expect(first + second).not.toContain('hunter2');
  expect(JSON.parse(first).err).toMatchObject({
    type: 'Error',
    message: 'The setting was not saved.',
    stack: expect.stringMatching(/^ {4}at .*logger\.test/),
    cause: {
      message: 'invalid input syntax for type integer: "…"',
      code: '22P02',
      constraint: 'settings_key',
    },
  });
  expect(JSON.parse(second).err).toMatchObject({ message: 'Parse Error', code: 'HPE' });
});
