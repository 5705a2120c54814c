import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { createSecureContext } from 'node:tls';
import type { HoldMoment, HoldOutcome } from '@storefleet/simulator-kit/holds';
import type { SimulatedEngine } from './engine/create-engine.ts';
import { type Fault, Faults, type HeldRequest, RequestHolds } from './faults.ts';
import { StatementLog } from './statement-log.ts';
import { makeSelfSignedCertificate } from './tds/certificate.ts';
import { Connection, type ConnectionInfo } from './tds/connection.ts';
import { startBrowser } from './tds/login/browser.ts';
import type { EncryptMode } from './tds/login/prelogin.ts';
import type { ServerContext } from './tds/server-context.ts';

export type SimulatorOptions = {
  /** The databases and logins. */
  readonly engine: SimulatedEngine;
  /** A free one when left out. */
  readonly port?: number;
  /**
   * on: encrypts what the client wants encrypted, as a server does that was not told otherwise; required:
   * refuses clients that do not encrypt; off: knows no encryption.
   */
  readonly encrypt?: EncryptMode;
  /** MSSQLSERVER, the default instance, when left out. */
  readonly instanceName?: string;
  /** UDP port on which to tell where the instance listens; clients ask 1434. Nowhere when left out. */
  readonly browserPort?: number;
  /** Where clients are sent on to once they have logged in, as a gateway does. */
  readonly redirectTo?: { readonly host: string; readonly port: number };
};

/** Requests that wait: which ones, and at which moment. */
export type HoldOptions = Omit<Fault, 'action'> & { readonly when: HoldMoment };

export type Hold = {
  /** The first request that waits because of this hold. */
  readonly reached: Promise<HeldRequest>;
  /** Those that wait go on. */
  release(): void;
  /** Their connections break; held before their execution, they are never executed. */
  drop(): void;
};

/** A SQL Server on the loopback interface, for any driver of TDS 7.3 or 7.4. */
export async function startSqlServerSimulator(options: SimulatorOptions): Promise<SqlServerSimulator> {
  const simulator = new SqlServerSimulator(options);
  await simulator.start();
  await simulator.startBrowser(options.browserPort);
  return simulator;
}

export class SqlServerSimulator {
  readonly host: string;
  /** In PEM: a client that is given it as its authority verifies the server. */
  readonly certificate: string;
  readonly faults = new Faults();
  readonly holds = new RequestHolds();
  readonly log = new StatementLog();
  readonly #context: ServerContext;
  readonly #connections = new Map<number, Connection>();
  readonly #served = new Set<Promise<void>>();
  // Numbers below are the server's own, as on SQL Server.
  #lastConnection = 50;
  #server: Server | null = null;
  #port: number;
  #browser: { close(): Promise<void> } | null = null;

  constructor(options: SimulatorOptions) {
    const { engine, encrypt = 'on', instanceName = 'MSSQLSERVER', redirectTo = null } = options;
    const { certificate, key } = makeSelfSignedCertificate();
    this.host = '127.0.0.1';
    this.#port = options.port ?? 0;
    this.certificate = certificate;
    this.#context = {
      ...{ engine, encrypt, instanceName, redirectTo },
      tls: createSecureContext({ cert: certificate, key, maxVersion: 'TLSv1.2' }),
      faults: this.faults,
      holds: this.holds,
      log: this.log,
    };
  }

  get port(): number {
    return this.#port;
  }

  /** Those that have logged in. */
  get connections(): readonly ConnectionInfo[] {
    return [...this.#connections.values()].flatMap(({ info }) => info ?? []);
  }

  hold({ when, ...fault }: HoldOptions): Hold {
    const id = this.faults.add({ ...fault, action: { kind: 'hold', when } });
    const isOurs = (held: HeldRequest): boolean => held.fault === id;
    const end = (outcome: HoldOutcome): void => {
      for (const held of this.holds.list().filter(isOurs)) this.holds.end(held.id, outcome);
    };
    return {
      reached: this.holds.reached(isOurs),
      release: () => end('release'),
      drop: () => end('drop'),
    };
  }

  /** Up, or up again on the same port. */
  async start(): Promise<void> {
    if (this.#server !== null) return;
    const listening = createServer((socket) => {
      this.#lastConnection += 1;
      const connection = new Connection(this.#lastConnection, socket, this.#context);
      this.#connections.set(connection.id, connection);
      const serving = connection.serve().finally(() => {
        this.#connections.delete(connection.id);
        this.#served.delete(serving);
      });
      this.#served.add(serving);
    });
    listening.listen(this.#port, this.host);
    await once(listening, 'listening');
    this.#server = listening;
    this.#port = (listening.address() as AddressInfo).port;
  }

  /** As a server that goes down: no more connections, those there are break. The databases stay. */
  async stop(): Promise<void> {
    const stopping = this.#server;
    this.#server = null;
    if (stopping === null) return;
    const closed = new Promise<void>((resolve) => stopping.close(() => resolve()));
    for (const connection of this.#connections.values()) connection.cut();
    this.holds.endAll('drop');
    await closed;
    await Promise.all(this.#served);
  }

  /** Tells over UDP where the instance listens; clients ask port 1434. */
  async startBrowser(port: number | undefined): Promise<void> {
    if (port === undefined) return;
    const instance = { instanceName: this.#context.instanceName, port: () => this.#port };
    this.#browser = await startBrowser(instance, { host: this.host, port });
  }

  async close(): Promise<void> {
    await this.stop();
    await this.#browser?.close();
  }
}
