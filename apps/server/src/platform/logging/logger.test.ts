import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { Secret } from '../crypto/secret.ts';
import { createLogger } from './logger.ts';

it('cuts secrets out of every line', () => {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const logger = createLogger({ level: 'info', destination });
  logger.info(
    { access_token: 'hunter2', body: { password: 'hunter2', nested: { refresh_token: 'hunter2' } } },
    'a',
  );
  logger.info({ headers: { authorization: 'hunter2', 'x-shopify-access-token': 'hunter2' } }, 'b');
  logger.info({ store: { token: new Secret('hunter2'), key: new Secret('hunter2') } }, 'c');
  expect(lines).toHaveLength(3);
  expect(lines.join('')).not.toContain('hunter2');
  expect(lines.join('')).toContain('[redacted]');
});
