import { pino } from 'pino';
import { afterAll, expect, it } from 'vitest';
import { createHttpServer } from '../http-server.ts';

const app = await createHttpServer({ logger: pino({ level: 'silent' }) });
app.post('/things/:id', { config: { description: { bodyEncoding: 'form' } as never } }, () => ({}));
afterAll(() => app.close());

const JSON_TYPE = 'application/json';
const URL_ENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=x';
const NUL = 'Texts must not contain the NUL character.';
const HALF = 'Texts must not contain half of a character (a lone surrogate).';

it.each([
  ['the path', '/things/a%00', JSON_TYPE, '{}', NUL],
  ['the query', '/things/a?b=%00', JSON_TYPE, '{}', NUL],
  ['a form', '/things/a', URL_ENCODED, 'api_key=a%00b', NUL],
  [
    'a form in parts',
    '/things/a',
    MULTIPART,
    '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\0\r\n--x--\r\n',
    NUL,
  ],
  ['a value', '/things/a', JSON_TYPE, '{"a":[{"b":"\\u0000"}]}', NUL],
  ['a name', '/things/a', JSON_TYPE, '{"a":{"\\u0000":1}}', NUL],
  ['half of a pair', '/things/a', JSON_TYPE, '["\\ud83d"]', HALF],
])('what PostgreSQL cannot store is refused in %s', async (_where, url, type, payload, detail) => {
  const answer = await app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } });
  expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 'malformed_request', detail }]);
});

it('accepts complete surrogate pairs', async () => {
  const answer = await app.inject({ method: 'POST', url: '/things/🎩?a=🎩', payload: { '🎩': ['🎩'] } });
  expect(answer.statusCode).toBe(200);
});
