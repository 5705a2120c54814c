import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { isIP, type Socket } from 'node:net';
import { connectInParallel, connectInSequence } from 'tedious/lib/connector.js';
import { instanceLookup } from 'tedious/lib/instance-lookup.js';
import type { PermitsHost } from '../../../platform/network/host-rule.ts';
import type { ConnectionConfig } from './connection-config.ts';

/** Port of the SQL Server Browser; a placeholder for the port of a named instance until that is known. */
export const BROWSER_PORT = 1434;
export const HOST_NOT_ALLOWED = 'EHOSTNOTALLOWED';

type Place = { readonly host: string; readonly port: number };
type Answer = (error: Error | null, addresses: LookupAddress[]) => void;

/**
 * Opens the driver's connections: to the server, and to wherever the server redirects it. Each name is
 * resolved once and connected to at exactly the address that was checked; nothing is sent to one that is not
 * permitted.
 */
export function createDialler(config: ConnectionConfig, permits: PermitsHost, timeoutMs: number) {
  const connect = config.multiSubnetFailover ? connectInParallel : connectInSequence;

  const resolve = (name: string, options: LookupAllOptions, answer: Answer) =>
    lookup(name, options, (error, addresses) => {
      const permitted = error ? [] : addresses.filter(({ address }) => permits(name, address));
      answer(error ?? (permitted.length === 0 ? notAllowed() : null), permitted);
    });

  async function portOf({ host, port }: Place, signal: AbortSignal): Promise<number> {
    const { instance } = config;
    if (instance === null || host !== config.host || port !== BROWSER_PORT) return port;
    try {
      return await instanceLookup({
        server: host,
        instanceName: instance,
        timeout: timeoutMs,
        lookup: resolve,
        signal,
      });
    } catch (cause) {
      signal.throwIfAborted();
      throw isNotAllowed(cause) ? cause : withCode('EINSTLOOKUP', { cause });
    }
  }

  // The driver's types lack this argument.
  return async (place?: Place, _lookup?: unknown, signal?: AbortSignal): Promise<Socket> => {
    if (place === undefined || signal === undefined)
      throw new Error('The driver did not say where to connect.');
    if (isIP(place.host) !== 0 && !permits(place.host, place.host)) throw notAllowed();
    return connect({ ...place, port: await portOf(place, signal) }, resolve, signal);
  };
}

const notAllowed = () => withCode(HOST_NOT_ALLOWED);

function isNotAllowed(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === HOST_NOT_ALLOWED;
}

function withCode(code: string, options?: ErrorOptions): Error {
  return Object.assign(new Error(code, options), { code });
}
