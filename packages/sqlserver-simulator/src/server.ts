import { type AddressInfo, createServer, type Server } from 'node:net';
import { createSecureContext } from 'node:tls';
import type { HoldMoment } from '@storefleet/simulator-kit/holds';
import type { Engine } from './engine/engine.ts';
import { type Fault, Faults } from './faults.ts';
import { type HeldRequest, RequestHolds } from './holds.ts';
import { StatementLog } from './statement-log.ts';
import { startBrowser } from './tds/browser.ts';
import { type Certificate, makeSelfSignedCertificate } from './tds/certificate.ts';
import { Connection, type ConnectionInfo } from './tds/connection.ts';
import type { EncryptMode } from './tds/prelogin.ts';
import type { ServerContext } from './tds/server-context.ts';

export type { Fault, FaultAction } from './faults.ts';
export type { HeldRequest } from './holds.ts';
export type { LoggedStatement } from './statement-log.ts';
export type { Certificate } from './tds/certificate.ts';
export type { ConnectionInfo } from './tds/connection.ts';
export type { EncryptMode } from './tds/prelogin.ts';

export type SimulatorOptions = {
  /** The databases and logins. Closed with the simulator. */
  readonly engine: Engine & { readonly serverName?: string };
  /** A free one when left out. */
  readonly port?: number;
  /** 127.0.0.1 when left out. */
  readonly host?: string;
  /**
   * on: encrypts what the client wants encrypted, as a server does that was not told otherwise; required:
   * refuses clients that do not encrypt; off: knows no encryption.
   */
  readonly encrypt?: EncryptMode;
  /** A fresh self-signed one when left out. */
  readonly certificate?: Certificate;
  /** As errors name the server; the engine's name for it when left out. */
  readonly serverName?: string;
  /** MSSQLSERVER, the default instance, when left out. */
  readonly instanceName?: string;
  /**
   * UDP port on which to tell where the instance listens, 0 for a free one; clients ask 1434. Nowhere when
   * left out.
   */
  readonly browserPort?: number;
  /** Where clients are sent on to once they have logged in, as a gateway does. */
  readonly redirectTo?: { readonly host: string; readonly port: number };
  /** Of the log's dates. */
  readonly now?: () => Date;
};

/** Requests that stand still: which ones, and at which moment. */
export type HoldOptions = Omit<Fault, 'action'> & { readonly when: HoldMoment };

export type Hold = {
  /** The first request that stands still because of this hold. */
  readonly reached: Promise<HeldRequest>;
  /** Those that stand still go on. */
  release(): void;
  /** Their connections break; held before their execution, they are never executed. */
  drop(): void;
};

export type SqlServerSimulator = {
  readonly host: string;
  readonly port: number;
  /** Null without `browserPort`. */
  readonly browserPort: number | null;
  /** In PEM: a client that is given it as its authority verifies the server. */
  readonly certificate: string;
  readonly faults: Faults;
  readonly holds: RequestHolds;
  readonly log: StatementLog;
  /** Those that have logged in. */
  readonly connections: readonly ConnectionInfo[];
  hold(options: HoldOptions): Hold;
  /** Breaks all connections, or one. */
  cut(connection?: number): void;
  /** As a server that goes down: no more connections, those there are break. The databases stay. */
  stop(): Promise<void>;
  /** Up again, on the same port. */
  start(): Promise<void>;
  close(): Promise<void>;
};

/** A SQL Server on the loopback interface, for any driver of TDS 7.3 or 7.4. */
export async function startSqlServerSimulator(options: SimulatorOptions): Promise<SqlServerSimulator> {
  const { engine, host = '127.0.0.1' } = options;
  const { certificate, key } = options.certificate ?? makeSelfSignedCertificate();
  const faults = new Faults();
  const holds = new RequestHolds();
  const log = new StatementLog();
  const context: ServerContext = {
    engine,
    serverName: options.serverName ?? engine.serverName ?? 'SIMULATOR',
    instanceName: options.instanceName ?? 'MSSQLSERVER',
    productVersion: /\d+\.\d+\.\d+/.exec(engine.version)?.[0] ?? '16.0.1000',
    redirectTo: options.redirectTo ?? null,
    encrypt: options.encrypt ?? 'on',
    tls: createSecureContext({ cert: certificate, key, maxVersion: 'TLSv1.2' }),
    faults,
    holds,
    log,
    now: options.now ?? (() => new Date()),
  };
  const connections = new Map<number, Connection>();
  const served = new Set<Promise<void>>();
  // Numbers below are the server's own, as on SQL Server.
  let lastConnection = 50;
  let server: Server | null = null;
  let port = options.port ?? 0;

  async function start(): Promise<void> {
    if (server !== null) return;
    const listening = createServer((socket) => {
      lastConnection += 1;
      const connection = new Connection(lastConnection, socket, context);
      connections.set(connection.id, connection);
      const serving = connection.serve().finally(() => {
        connections.delete(connection.id);
        served.delete(serving);
      });
      served.add(serving);
    });
    await new Promise<void>((resolve, reject) => {
      listening.once('error', reject);
      listening.listen(port, host, () => {
        listening.off('error', reject);
        resolve();
      });
    });
    server = listening;
    port = (listening.address() as AddressInfo).port;
  }

  async function stop(): Promise<void> {
    const stopping = server;
    server = null;
    if (stopping === null) return;
    const closed = new Promise<void>((resolve) => stopping.close(() => resolve()));
    cut();
    holds.endAll('drop');
    await closed;
    await Promise.all(served);
  }

  function cut(id?: number): void {
    for (const connection of connections.values()) {
      if (id === undefined || connection.id === id) connection.cut();
    }
  }

  await start();
  const { serverName, instanceName, productVersion: version } = context;
  const browser =
    options.browserPort === undefined
      ? null
      : await startBrowser(
          { serverName, instanceName, version, port: () => port },
          { host, port: options.browserPort },
        );
  return {
    host,
    get port() {
      return port;
    },
    browserPort: browser?.port ?? null,
    certificate,
    faults,
    holds,
    log,
    get connections() {
      return [...connections.values()].flatMap(({ info }) => info ?? []);
    },
    hold({ when, ...fault }) {
      const id = faults.add({ ...fault, action: { kind: 'hold', when } });
      const isOurs = (held: HeldRequest): boolean => held.fault === id;
      const end = (outcome: 'release' | 'drop'): void => {
        for (const held of holds.list().filter(isOurs)) holds.end(held.id, outcome);
      };
      return {
        reached: holds.reached(isOurs),
        release: () => end('release'),
        drop: () => end('drop'),
      };
    },
    cut,
    stop,
    start,
    async close() {
      await stop();
      await browser?.close();
      engine.close();
    },
  };
}
