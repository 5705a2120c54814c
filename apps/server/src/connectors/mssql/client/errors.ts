import { SourceError, type SourceErrorKind } from '../../source-error.ts';
import { HOST_NOT_ALLOWED } from './dial.ts';
import { ADVICE, isTransient } from './errors-by-number.ts';
import type { InForce } from './sql.ts';

/**
 * Maps every failure of SQL Server, the driver or the network to a kind of `SourceError` with a sentence for
 * a person. The driver's own error is not passed on: it could hold anything.
 */

type ErrorContext = {
  readonly inForce: InForce;
  /** Never in a sentence: removed from the server's message if it repeats them. */
  readonly secrets: readonly string[];
  /** Milliseconds waited for the answer. */
  readonly timeoutMs?: number | undefined;
};

/** An error of the server or the driver, however wrapped. */
type Failure = {
  /** SQL Server's number; null if the server never answered. */
  readonly number: number | null;
  /** SQL Server's class: from 20 on it also ends the connection. */
  readonly severity: number;
  /** The driver's code, and the system's underlying one. */
  readonly codes: readonly string[];
  /** The message of the server, the driver or the system. */
  readonly said: string;
  /** Whether no connection was made at all. */
  readonly connecting: boolean;
};

const MAX_QUOTED = 300;
const MAX_DEPTH = 6;

export function failureOf(error: unknown): Failure {
  const codes: string[] = [];
  let number: number | null = null;
  let severity = 0;
  let said = '';
  const visit = (each: unknown, depth: number): void => {
    if (!isFields(each) || depth > MAX_DEPTH) return;
    // The first of several errors explains the others.
    for (const earlier of listOf(each.precedingErrors)) visit(earlier, depth + 1);
    if (number === null && typeof each.number === 'number' && each.number !== 0) {
      number = each.number;
      severity = typeof each.class === 'number' ? each.class : 0;
      said = textOf(each.message);
    }
    if (typeof each.code === 'string' && !codes.includes(each.code)) codes.push(each.code);
    said ||= textOf(each.message);
    for (const inner of [each.info, each.originalError, each.cause, ...listOf(each.errors)]) {
      visit(inner, depth + 1);
    }
  };
  visit(error, 0);
  if (said.includes(CLOSED_BY_SERVER)) codes.push('ECONNRESET');
  const connecting = isFields(error) && error.name === 'ConnectionError';
  return { number, severity, codes, said, connecting };
}

/** The driver's message for a connection that the server closed cleanly. */
const CLOSED_BY_SERVER = 'unexpected end of message stream';

export function toSourceError(error: unknown, context: ErrorContext): SourceError {
  if (error instanceof SourceError) return error;
  const failure = failureOf(error);
  return failure.number === null ? fromDriver(failure, context) : fromServer(failure, context);
}

/** For a COMMIT whose outcome is unknown. */
export function unconfirmed(inForce: InForce): SourceError {
  return new SourceError({
    kind: 'transient',
    message:
      `${placeOf(inForce)} did not confirm the change: it may have been made, or not. Look at the rows before you try ` +
      'again.',
    mayHaveRun: true,
  });
}

/** Whether a retry may succeed in a moment; if the statement only reads, it certainly changed nothing. */
export function isPassing(error: unknown): boolean {
  const { number, severity, codes } = failureOf(error);
  if (number !== null) return isTransient({ number, severity });
  return codes.some((code) => PASSING_CODES.has(code)) && !codes.some(isTlsCode);
}

/** An established connection that broke: a new one may work. A refusal takes longer to resolve. */
const PASSING_CODES = new Set(['ECONNRESET', 'EPIPE', 'ECLOSE', 'ECONNCLOSED', 'EINVALIDSTATE', 'ENOTOPEN']);

function fromServer({ number, severity, said }: Failure, context: ErrorContext): SourceError {
  const { inForce } = context;
  const advice = ADVICE.get(number ?? 0);
  const quoted = quote(said, context);
  const place = placeOf(inForce);
  if (advice !== undefined) {
    const { kind, sentence, silent = false, mayPass } = advice;
    const message = typeof sentence === 'string' ? sentence : sentence({ ...inForce, server: place });
    return new SourceError({
      kind,
      message: `${message}${silent ? '' : quoted}`,
      ...(mayPass && { retryable: true }),
    });
  }
  return isTransient({ number: number ?? 0, severity })
    ? failed(
        'transient',
        `${place} is busy or has trouble (error ${number}). Try again in a few minutes.${quoted}`,
      )
    : failed('rejected', `SQL Server refused this (error ${number}).${quoted}`);
}

/** Failures for which the driver has no code. */
const POOL_IS_BUSY = 'POOL_IS_BUSY';
const HUNG_UP = 'HUNG_UP';

type About = { readonly place: string; readonly timeoutMs: number; readonly inForce: InForce };

/** By the codes of the driver and the system; the first match counts. */
const SAID: Readonly<Record<string, (about: About) => SourceError>> = {
  [HOST_NOT_ALLOWED]: ({ inForce }) =>
    failed(
      'rejected',
      `${inForce.server} cannot be used: its address, or one that it refers to, is not among those that MSSQL_ALLOWED_HOSTS allows.`,
    ),
  EENCRYPT: ({ inForce, place }) =>
    failed(
      'unavailable',
      inForce.encrypted
        ? `${place} offers no encrypted connection. Set up encryption on the server; in a network that you trust, a connection string with Encrypt=false goes without.`
        : `${place} accepts encrypted connections only. Take Encrypt=false out of the connection string.`,
    ),
  'ENOTFOUND EAI_AGAIN': ({ inForce }) =>
    failed(
      'transient',
      `The name ${inForce.server} cannot be resolved. Check the server's name, and this machine's network.`,
    ),
  EINSTLOOKUP: ({ inForce }) => failed('transient', instanceSentence(inForce.server)),
  ECONNREFUSED: ({ place }) =>
    failed(
      'transient',
      `${place} refuses connections. Check the port, that SQL Server runs, and that TCP/IP is enabled for it.`,
    ),
  'EHOSTUNREACH ENETUNREACH ETIMEDOUT ETIMEOUT': ({ inForce, place }) =>
    failed('transient', inForce.port === null ? instanceSentence(inForce.server) : unreachable(place)),
  [POOL_IS_BUSY]: ({ place }) =>
    failed('transient', `All connections to ${place} are in use. Try again in a minute.`),
  EDEADLINE: ({ place, timeoutMs }) =>
    failed(
      'transient',
      `${place} did not answer within ${Math.max(1, Math.round(timeoutMs / 1000))} s. Try again, or ask for less: fewer rows, or a column with an index.`,
    ),
  'ETDS EINTERFACENOTSUPP': ({ place }) =>
    failed('unavailable', `What answers at ${place} is not SQL Server. Check the port.`),
  [HUNG_UP]: ({ place }) =>
    failed(
      'transient',
      `${place} hung up before a connection came about. If that stays so, what answers there is not SQL Server: check the port.`,
    ),
  EPARAM: () =>
    failed(
      'rejected',
      'A value cannot be sent to SQL Server: it is too large, or of another kind than it says.',
    ),
};

function fromDriver(failure: Failure, { inForce, timeoutMs = 0 }: ErrorContext): SourceError {
  const { codes, said, connecting } = failure;
  const place = placeOf(inForce);
  const tls = codes.find(isTlsCode);
  if (tls !== undefined) return failed('unavailable', tlsSentence(tls, place));
  const all = [...codes];
  if (/acquire a connection from the pool/.test(said)) all.push(POOL_IS_BUSY);
  if (connecting && codes.includes('ECONNRESET')) all.push(HUNG_UP);
  const known = Object.entries(SAID).find(([some]) => some.split(' ').some((code) => all.includes(code)));
  if (known) return known[1]({ place, timeoutMs, inForce });
  const code = codes.find((each) => each !== 'ESOCKET' && each !== 'EREQUEST') ?? codes[0];
  return failed(
    'transient',
    `The connection to ${place} broke off${code === undefined ? '' : ` (${code})`}. Try again in a few minutes.`,
  );
}

function unreachable(place: string): string {
  return (
    `${place} cannot be reached: nothing answered. Check the server's name and port, and that a firewall lets this ` +
    'machine through.'
  );
}

function instanceSentence(server: string): string {
  return (
    `The instance ${server} was not found: the SQL Server Browser there did not name its port. Check the name, that ` +
    'the Browser runs and UDP port 1434 is open, or fill in the port of the instance.'
  );
}

function isTlsCode(code: string): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|EPROTO|ERR_SSL|HOSTNAME_MISMATCH/.test(code);
}

function tlsSentence(code: string, place: string): string {
  if (/SELF_SIGNED|UNABLE_TO_/.test(code)) {
    return (
      `The certificate of ${place} is self-signed or of an authority that is not known here (${code}). Tick “Trust the ` +
      'server certificate” if you know this server, or start Storefleet with NODE_EXTRA_CA_CERTS set to its ' +
      'authority’s certificate.'
    );
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID' || code === 'HOSTNAME_MISMATCH') {
    return (
      `The certificate of ${place} is for another name. Write the server's name as it is in the certificate, or tick ` +
      '“Trust the server certificate” if you know this server.'
    );
  }
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') {
    return (
      `The certificate of ${place} is not valid today (${code}). Have it renewed, or tick “Trust the server ` +
      'certificate” if you know this server.'
    );
  }
  return (
    `No secure connection to ${place} came about (${code}). Its TLS version may be too old, or its certificate ` +
    'damaged.'
  );
}

export function placeOf({ server, port }: InForce): string {
  return port === null ? server : `${server}:${port}`;
}

/** The server's own message, truncated. */
function quote(said: string, { secrets }: ErrorContext): string {
  const safe = secrets
    .filter((secret) => secret !== '')
    .reduce((text, secret) => text.replaceAll(secret, '[redacted]'), said)
    .trim();
  if (safe === '') return '';
  return ` SQL Server says: “${safe.length > MAX_QUOTED ? `${safe.slice(0, MAX_QUOTED)}…` : safe}”`;
}

function failed(kind: SourceErrorKind, message: string): SourceError {
  return new SourceError({ kind, message });
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
