import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { SourceError } from '../../source-error.ts';
import { failureOf, isPassing, toSourceError } from './errors.ts';

const IN_FORCE = {
  server: 'db.example.com',
  port: 1433,
  database: 'Shop',
  username: 'reader',
  encrypted: true,
  readOnlyIntent: false,
};
const CONTEXT = { inForce: IN_FORCE, secrets: ['hunter2'] };

function ofServer(number: number, message = 'It said so.', severity = 16): Error {
  return Object.assign(new Error(message), { code: 'EREQUEST', number, class: severity });
}

function ofDriver(code: string, cause?: unknown): Error {
  return Object.assign(new Error('driver'), {
    code,
    originalError: Object.assign(new Error(), { code, cause }),
  });
}

it('distinguishes a connection closed during a statement from one that never opened', () => {
  const ended = (name: string) => Object.assign(new Error('unexpected end of message stream'), { name });
  expect(toSourceError(ended('RequestError'), CONTEXT).message).toMatch(/broke off/);
  expect(toSourceError(ended('ConnectionError'), CONTEXT).message).toMatch(/hung up.*check the port/);
  expect(isPassing(ended('RequestError'))).toBe(true);
});

describe('errors of SQL Server', () => {
  it.each([
    [18456, 'auth', /does not accept the user reader/],
    [18470, 'auth', /reader is disabled/],
    [18486, 'auth', /locked out/],
    [18487, 'auth', /expired/],
    [18452, 'auth', /Windows/],
    [4060, 'unavailable', /database Shop cannot be opened/],
    [40615, 'unavailable', /firewall/],
    [229, 'scope_missing', /lacks a permission/],
    [208, 'rejected', /table or view is not in the database Shop/],
    [207, 'rejected', /column is not in the table/],
    [102, 'rejected', /does not understand/],
    [137, 'rejected', /parameter/],
    [245, 'rejected', /not of the type/],
    [8115, 'rejected', /too large/],
    [2627, 'rejected', /Another row has this value/],
    [515, 'rejected', /left empty/],
    [547, 'rejected', /rule of the database/],
    [2628, 'rejected', /longer than its column/],
    [3906, 'unavailable', /can only be read/],
    [9002, 'unavailable', /no space left/],
    [1205, 'transient', /deadlock/],
    [1222, 'transient', /locked/],
    [40613, 'transient', /error 40613/],
    [50000, 'rejected', /error 50000.*It said so\./],
  ])('error %i is %s', (number, kind, sentence) => {
    const error = toSourceError(ofServer(number), CONTEXT);
    expect(error.kind).toBe(kind);
    expect(error.message).toMatch(sentence);
    expect(error.mayHaveRun).toBe(false);
  });

  // All of them come and go while a server restarts, or a database is moved or recovered.
  it.each([4060, 40613, 40197, 49918, 49919, 49920, 978, 942, 922, 17187, 18401])(
    'whoever was connected before may wait for the end of error %i',
    (number) => {
      expect(toSourceError(ofServer(number), CONTEXT).retryable).toBe(true);
    },
  );

  it.each([18456, 229, 208, 40615, 9002])('error %i needs somebody to act', (number) => {
    expect(toSourceError(ofServer(number), CONTEXT).retryable).toBe(false);
  });

  it('quotes the server without the password, and truncates', () => {
    const { message } = toSourceError(
      ofServer(50001, `Nobody types hunter2 here. ${'x'.repeat(500)}`),
      CONTEXT,
    );
    expect(message).toContain('Nobody types [redacted] here.');
    expect(message.length).toBeLessThan(400);
  });

  it('uses the first of several errors, which explains the others', () => {
    const trigger = Object.assign(ofServer(3609), {
      precedingErrors: [ofServer(50001, 'No price below cost.')],
    });
    expect(toSourceError(trigger, CONTEXT).message).toContain('No price below cost.');
  });
});

describe('errors of the driver and the network', () => {
  it.each([
    [ofDriver('ESOCKET', { code: 'ENOTFOUND' }), 'transient', /name db\.example\.com cannot be resolved/],
    [ofDriver('ESOCKET', { code: 'ECONNREFUSED' }), 'transient', /refuses connections/],
    [ofDriver('ESOCKET', { code: 'EHOSTUNREACH' }), 'transient', /cannot be reached/],
    [ofDriver('ETIMEOUT'), 'transient', /cannot be reached/],
    [ofDriver('EINSTLOOKUP'), 'transient', /instance db\.example\.com was not found.*1434/],
    [
      ofDriver('ESOCKET', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
      'unavailable',
      /Tick “Trust the server certificate”/,
    ],
    [ofDriver('ESOCKET', { code: 'SELF_SIGNED_CERT_IN_CHAIN' }), 'unavailable', /NODE_EXTRA_CA_CERTS/],
    [ofDriver('ESOCKET', { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }), 'unavailable', /for another name/],
    [ofDriver('ESOCKET', { code: 'CERT_HAS_EXPIRED' }), 'unavailable', /not valid today/],
    [ofDriver('ESOCKET', { code: 'ERR_SSL_UNSUPPORTED_PROTOCOL' }), 'unavailable', /No secure connection/],
    [ofDriver('EENCRYPT'), 'unavailable', /offers no encrypted connection/],
    [ofDriver('ETDS'), 'unavailable', /is not SQL Server/],
    [ofDriver('ESOCKET', { code: 'ECONNRESET' }), 'transient', /broke off \(ECONNRESET\)/],
    [new Error('?'), 'transient', /broke off/],
  ])('%o', (driverError, kind, sentence) => {
    const error = toSourceError(driverError, CONTEXT);
    expect(error.kind).toBe(kind);
    expect(error.message).toMatch(sentence);
  });

  it('passes on nothing that could hold a secret', () => {
    const config = { password: 'hunter2', connectionString: 'Password=hunter2' };
    const error = toSourceError(Object.assign(ofServer(18456, 'hunter2'), { config }), CONTEXT);
    expect(error.cause).toBeUndefined();
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain('hunter2');
    expect(JSON.stringify(error)).not.toContain('hunter2');
  });

  it('leaves a SourceError unchanged', () => {
    const mine = new SourceError({ kind: 'rejected', message: 'Mine.' });
    expect(toSourceError(mine, CONTEXT)).toBe(mine);
  });
});

describe('transient errors', () => {
  it.each([1204, 1205, 40197, 40501, 40613, 10928, 10929, 13535, 49918, -2])('error %i', (number) => {
    expect(isPassing(ofServer(number))).toBe(true);
  });

  it('any error that ends the connection, such as that of a killed session', () => {
    const killed = ofServer(596, 'The session is in the kill state.', 21);
    expect(isPassing(killed)).toBe(true);
    expect(toSourceError(killed, CONTEXT)).toMatchObject({
      kind: 'transient',
      message: expect.stringContaining('The session is in the kill state.'),
    });
  });

  it.each([ofDriver('ESOCKET', { code: 'ECONNRESET' }), ofDriver('ECLOSE')])('%o', (error) => {
    expect(isPassing(error)).toBe(true);
  });

  it.each([
    ofServer(547),
    ofServer(18456),
    ofServer(208),
    ofDriver('ESOCKET', { code: 'ECONNREFUSED' }),
    ofDriver('ESOCKET', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
    ofDriver('ETIMEOUT'),
    new TypeError('ours'),
  ])('not %o', (error) => {
    expect(isPassing(error)).toBe(false);
  });

  it('survives circular causes', () => {
    const error: Error & { cause?: unknown } = new Error('round');
    error.cause = error;
    expect(failureOf(error)).toMatchObject({ number: null, said: 'round' });
  });
});
