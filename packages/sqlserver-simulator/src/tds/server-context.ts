import type { SecureContext } from 'node:tls';
import type { Engine, EngineSession } from '../engine/engine.ts';
import type { Faults } from '../faults.ts';
import type { RequestHolds } from '../holds.ts';
import type { StatementLog } from '../statement-log.ts';
import type { EncryptMode } from './prelogin.ts';

/** What all connections of one server share. */
export type ServerContext = {
  readonly engine: Engine;
  readonly serverName: string;
  readonly instanceName: string;
  /** `16.0.1000` */
  readonly productVersion: string;
  readonly redirectTo: { readonly host: string; readonly port: number } | null;
  readonly encrypt: EncryptMode;
  readonly tls: SecureContext;
  readonly faults: Faults;
  readonly holds: RequestHolds;
  readonly log: StatementLog;
  readonly now: () => Date;
};

export type SessionDetails = {
  readonly connection: number;
  readonly session: EngineSession;
  readonly user: string;
  readonly packetSize: number;
};
