import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { withDeadline } from '../../../platform/resilience/deadline.ts';
import { isLoopbackHost } from './address.ts';

/** Shopify gives up on a request after about 10 s, so a later answer never comes. */
export const REQUEST_TIMEOUT_MS = 30_000;
/** Much larger than any page; keeps an endless answer from filling the memory. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

type HttpRequest = {
  url: URL;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  signal: AbortSignal;
  timeoutMs?: number;
  /** Called once connected, before anything is sent; may still abort the signal. */
  beforeSend?: (() => void) | undefined;
  /** Called once connected: from now on the other side may have received the request. */
  onConnected?: (() => void) | undefined;
};

export type HttpAnswer = { status: number; headers: Headers; body: string };
export type HttpStream = { status: number; headers: Headers; body: IncomingMessage };

class RequestTimeoutError extends Error {
  override readonly name = 'RequestTimeoutError';
  readonly code = 'REQUEST_TIMEOUT';
}

/**
 * `*.localhost` is this machine by definition (RFC 6761), but not every resolver knows it. The name stays in
 * the Host header, by which a simulator tells its shops apart.
 */
const lookupLoopback: LookupFunction = (_hostname, options, callback) => {
  if (options.all === true) {
    callback(null, [{ address: '127.0.0.1', family: 4 }]);
  } else {
    callback(null, '127.0.0.1', 4);
  }
};

/** For this machine. Other hosts use the process's settings, including its proxy. */
const direct = {
  http: new http.Agent({ keepAlive: true }),
  https: new https.Agent({ keepAlive: true }),
};

function agentFor(url: URL): http.Agent {
  if (url.protocol !== 'https:') return direct.http;
  return isLoopbackHost(url.host) ? direct.https : https.globalAgent;
}

/**
 * Sends a request and reads the whole answer. Keeps no cookies and follows no redirect, so the token goes
 * nowhere else.
 */
export async function exchange(request: HttpRequest): Promise<HttpAnswer> {
  const { timeoutMs = REQUEST_TIMEOUT_MS } = request;
  const signal = withDeadline(timeoutMs, request.signal);
  try {
    const answer = await open({ ...request, signal });
    return { status: answer.status, headers: answer.headers, body: await readText(answer, signal) };
  } catch (error) {
    request.signal.throwIfAborted();
    throw signal.aborted ? timedOut(request.url, timeoutMs) : error;
  }
}

/** Sends a request and returns the body as a stream of bytes, which the caller must drain or destroy. */
export function open(request: HttpRequest): Promise<HttpStream> {
  const { url, method, headers, body, signal, beforeSend, onConnected } = request;
  const secure = url.protocol === 'https:';
  const loopbackName = url.hostname === 'localhost' || url.hostname.endsWith('.localhost');
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const outgoing = (secure ? https : http).request(url, {
      method,
      headers: body === undefined ? headers : { ...headers, 'content-length': Buffer.byteLength(body) },
      agent: agentFor(url),
      ...(loopbackName ? { lookup: lookupLoopback } : {}),
    });
    // Destroyed without an error, unlike by Node's own `signal` option: the connection may be on its way back
    // to the agent, where nobody would handle one, and the process would end. Whoever waits gets the reason
    // from the signal.
    const abort = () => outgoing.destroy();
    const settled = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort, { once: true });
    const send = () => {
      beforeSend?.();
      if (signal.aborted) return;
      onConnected?.();
      outgoing.end(body);
    };
    outgoing.on('socket', (socket) => {
      if (socket.connecting) {
        socket.once(secure ? 'secureConnect' : 'connect', send);
      } else {
        send();
      }
    });
    outgoing.on('close', settled);
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      incoming.on('end', settled);
      // Readers of the body get its errors; those of an abandoned body must not end the process.
      incoming.on('error', () => undefined);
      resolve({ status: incoming.statusCode ?? 0, headers: toHeaders(incoming), body: incoming });
    });
  });
}

async function readText(answer: HttpStream, signal: AbortSignal): Promise<string> {
  const encoding = answer.headers.get('content-encoding');
  const decoder =
    encoding === 'gzip' ? createGunzip() : encoding === 'br' ? createBrotliDecompress() : undefined;
  if (decoder !== undefined) answer.body.on('error', (error) => decoder.destroy(error));
  const source = decoder === undefined ? answer.body : answer.body.pipe(decoder);
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    parts.push(chunk);
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new Error(`The answer is larger than ${MAX_ANSWER_BYTES} bytes.`);
  }
  signal.throwIfAborted();
  return Buffer.concat(parts).toString('utf8');
}

function toHeaders(incoming: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) {
      headers.append(name, value);
    }
  }
  return headers;
}

export function timedOut(url: URL, timeoutMs: number): RequestTimeoutError {
  return new RequestTimeoutError(`${url.host} did not answer within ${timeoutMs / 1000} s`);
}
