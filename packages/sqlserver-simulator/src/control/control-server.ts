import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerHolds } from '@storefleet/simulator-kit/hold-routes';
import { FAULT_KINDS, type Fault } from '../faults.ts';
import type { SqlServerSimulator } from '../server.ts';
import { json } from './json-answer.ts';

export const CONTROL_PATH = '/__sim';

export type ControlServer = { readonly url: string; close(): Promise<void> };

/** The way in for people and other processes, over HTTP: SQL Server has nothing like it. */
export async function startControlServer(
  simulator: SqlServerSimulator,
  options: { port?: number; host?: string } = {},
): Promise<ControlServer> {
  const { port = 0, host = '127.0.0.1' } = options;
  const server = createServer((request, response) => {
    answer(simulator, request, response).catch((error: Error) => {
      json(response, 500, { error: error.message });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address() as AddressInfo;
  return {
    url: `http://${host}:${address.port}${CONTROL_PATH}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  simulator: SqlServerSimulator,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://simulator');
  const parts = url.pathname.split('/').filter((part) => part !== '');
  const [root, area = '', id] = parts;
  if (`/${root}` !== CONTROL_PATH) {
    unknownRoute(request, response);
    return;
  }
  if (area === 'holds') {
    const call = {
      request,
      response,
      url,
      json: (status: number, body: unknown) => json(response, status, body),
    };
    await answerHolds(call, simulator.holds, parts.slice(2));
    return;
  }
  switch (`${request.method} ${area}`) {
    case 'GET ':
    case 'GET connections':
    case 'GET faults':
      json(response, 200, summary(simulator));
      return;
    case 'DELETE connections':
      simulator.cut(id === undefined ? undefined : Number(id));
      json(response, 200, summary(simulator));
      return;
    case 'POST faults':
      await armFault(simulator, request, response);
      return;
    case 'DELETE faults':
      if (id === undefined) simulator.faults.clear();
      else if (!simulator.faults.remove(id)) {
        json(response, 404, { error: `There is no fault ${id}.` });
        return;
      }
      json(response, 200, summary(simulator));
      return;
    case 'GET statements':
      json(response, 200, { total: simulator.log.total, statements: simulator.log.recent });
      return;
    case 'DELETE statements':
      simulator.log.clear();
      json(response, 200, summary(simulator));
      return;
    case 'POST stop':
      await simulator.stop();
      json(response, 200, summary(simulator));
      return;
    case 'POST start':
      await simulator.start();
      json(response, 200, summary(simulator));
      return;
    case 'POST reset':
      simulator.faults.clear();
      simulator.holds.endAll('drop');
      simulator.log.clear();
      json(response, 200, summary(simulator));
      return;
    default:
      unknownRoute(request, response);
  }
}

async function armFault(
  simulator: SqlServerSimulator,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let fault: unknown;
  try {
    fault = JSON.parse(await text(request));
  } catch (error) {
    json(response, 400, { error: `The body is not JSON: ${(error as Error).message}` });
    return;
  }
  if (!isFault(fault)) {
    json(response, 422, {
      error: `A fault needs an action whose kind is one of ${[...FAULT_KINDS].join(', ')}; see the README.`,
    });
    return;
  }
  json(response, 201, { id: simulator.faults.add(fault), faults: simulator.faults.list() });
}

function isFault(value: unknown): value is Fault {
  if (typeof value !== 'object' || value === null || !('action' in value)) return false;
  const { action } = value;
  return (
    typeof action === 'object' && action !== null && 'kind' in action && FAULT_KINDS.has(String(action.kind))
  );
}

function summary(simulator: SqlServerSimulator) {
  return {
    port: simulator.port,
    connections: simulator.connections,
    faults: simulator.faults.list(),
    statements: simulator.log.total,
  };
}

function unknownRoute(request: IncomingMessage, response: ServerResponse): void {
  json(response, 404, { error: `There is no ${request.method} ${request.url}; see the README.` });
}

async function text(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString('utf8');
}
