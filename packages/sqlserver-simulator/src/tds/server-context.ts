import type { SecureContext } from 'node:tls';
import type { SimulatedEngine } from '../engine/create-engine.ts';
import type { Faults, RequestHolds } from '../faults.ts';
import type { StatementLog } from '../statement-log.ts';
import type { EncryptMode } from './login/prelogin.ts';

/** Shared by all connections of a server. */
export type ServerContext = {
  readonly engine: SimulatedEngine;
  readonly instanceName: string;
  readonly redirectTo: { readonly host: string; readonly port: number } | null;
  readonly encrypt: EncryptMode;
  readonly tls: SecureContext;
  readonly faults: Faults;
  readonly holds: RequestHolds;
  readonly log: StatementLog;
};
