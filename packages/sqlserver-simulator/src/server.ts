import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { createSecureContext } from 'node:tls';
import type { Hold, HoldMoment } from '@storefleet/simulator-kit/holds';
import type { SimulatedEngine } from './engine/create-engine.ts';
import { type Fault, Faults, type HeldStatement, RequestHolds } from './faults.ts';
import { StatementLog } from './statement-log.ts';
import { makeSelfSignedCertificate } from './tds/certificate.ts';
import { Connection, type ConnectionInfo } from './tds/connection.ts';
import { startBrowser } from './tds/login/browser.ts';
import type { EncryptMode } from './tds/login/prelogin.ts';
import type { ServerContext } from './tds/server-context.ts';

export type SimulatorOptions = {
  /** The databases and logins. */
  readonly engine: SimulatedEngine;
  /** Default: a free one. */
  readonly port?: number;
  /**
   * on: encrypts if the client wants it, like a default server; required: refuses clients without encryption;
   * off: does not support it.
   */
  readonly encrypt?: EncryptMode;
  /** Default: MSSQLSERVER, the default instance. */
  readonly instanceName?: string;
  /** UDP port of the browser service, which clients expect at 1434. Default: none. */
  readonly browserPort?: number;
  /** Routes clients elsewhere after login, like a gateway. */
  readonly redirectTo?: { readonly host: string; readonly port: number };
};

/** Which requests to hold, and when. */
type HoldOptions = Omit<Fault, 'action'> & { readonly when: HoldMoment };

/** A SQL Server on the loopback interface, for any TDS 7.3 or 7.4 driver. */
export async function startSqlServerSimulator(options: SimulatorOptions): Promise<SqlServerSimulator> {
  const simulator = new SqlServerSimulator(options);
  await simulator.start();
  await simulator.startBrowser(options.browserPort);
  return simulator;
}

export class SqlServerSimulator {
  readonly host: string;
  /** In PEM: a client with it as its authority can verify the server. */
  readonly certificate: string;
  readonly faults = new Faults();
  readonly holds = new RequestHolds();
  readonly log = new StatementLog();
  readonly #context: ServerContext;
  readonly #connections = new Map<number, Connection>();
  readonly #served = new Set<Promise<void>>();
  // Lower numbers are the server's own, as on SQL Server.
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

  /** Signed-in connections. */
  get connections(): readonly ConnectionInfo[] {
    return [...this.#connections.values()].flatMap(({ info }) => info ?? []);
  }

  hold({ when, ...fault }: HoldOptions): Hold<HeldStatement> {
    return this.holds.heldBy(this.faults.add({ ...fault, action: { kind: 'hold', when } }));
  }

  /** Starts, or restarts on the same port. */
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

  /** Like a server that shuts down: connections break and new ones are refused. The databases stay. */
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

  /** Announces the instance's port over UDP; clients ask port 1434. */
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
