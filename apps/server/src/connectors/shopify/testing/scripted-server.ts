import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

type ScriptedServer = {
  host: string;
  requests: IncomingMessage[];
  /** What the requests carried, as text. */
  bodies: string[];
  /** Answers for the next requests, in order; the last one stays. */
  script(...answers: Answer[]): void;
};

/**
 * For the tests of a file: answers that no simulator produces, such as gateway errors, login pages and broken
 * connections.
 */
export function useScriptedServer(): ScriptedServer {
  let answers: Answer[] = [];
  const requests: IncomingMessage[] = [];
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      bodies.push(Buffer.concat(chunks).toString('utf8'));
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      answer?.(request, response);
    });
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return {
    get host() {
      return `127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    requests,
    bodies,
    script(...next) {
      answers = next;
      requests.length = 0;
      bodies.length = 0;
    },
  };
}

/** Where nobody answers. */
export async function closedHost(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `127.0.0.1:${port}`;
}

const REQUEST_ID = '6f5d2c1a-0000-4000-8000-000000000001-1763690000';

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return (_request, response) => {
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': REQUEST_ID,
      'x-shopify-api-version': '2026-10',
      ...headers,
    });
    response.end(JSON.stringify(body));
  };
}

export function html(status: number, headers: Record<string, string> = {}): Answer {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'text/html', 'x-request-id': REQUEST_ID, ...headers });
    response.end('<!DOCTYPE html><title>Something went wrong</title>');
  };
}

export const reset: Answer = (request) => {
  request.socket.destroy();
};

/** Announces more than it sends, and hangs up. */
export const cutOff: Answer = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"data":{"sh');
  setImmediate(() => response.destroy());
};

export const silence: Answer = () => undefined;

/** The options of a client for this answer: only for silence does it give up soon. */
export const patienceFor = (answer: Answer) => (answer === silence ? { timeoutMs: 200 } : {});

export const graphqlErrors = (...errors: unknown[]): Answer => json(200, { errors });

export const withCode = (code: string, message: string, more: Record<string, unknown> = {}) => ({
  message,
  extensions: { code, ...more },
});
