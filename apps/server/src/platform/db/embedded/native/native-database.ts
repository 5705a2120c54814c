import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { type DatabaseLog, LONGEST_SOCKET_PATH, SOCKET_PORT, socketPath } from '../database-connection.ts';
import type { RunningDatabase } from '../supervise.ts';
import type { Binaries } from './binaries.ts';
import { prepareCluster } from './cluster.ts';
import { type Launcher, launch } from './launcher.ts';
import { endLeftovers } from './leftovers.ts';

type NativeOptions = {
  /** The cluster's own folder; created if missing. */
  folder: string;
  binaries: Binaries;
  launcher: Launcher;
  socketDir: string;
  /** Added to those of every embedded database, such as `{ fsync: 'off' }` for tests. */
  settings?: Readonly<Record<string, string>>;
  onLog: DatabaseLog;
};

/** Milliseconds for a clean shutdown before it is forced. */
const STOP_PATIENCE = 7_000;
const MEGABYTE = 1024 * 1024;

/** A private folder for the socket, with a name short enough for one. */
export function makeSocketDir({ owner }: Launcher): string {
  const isShort = Buffer.byteLength(socketPath(path.join(tmpdir(), 'sf-XXXXXX'))) <= LONGEST_SOCKET_PATH;
  const folder = mkdtempSync(path.join(isShort ? tmpdir() : '/tmp', 'sf-'));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  return folder;
}

/** Resolves once it accepts connections. */
export async function startNativeDatabase(options: NativeOptions): Promise<RunningDatabase> {
  const { folder, binaries, launcher, onLog } = options;
  await prepareCluster(folder, binaries, launcher);
  await endLeftovers(folder);
  const child = launch(launcher, binaries.postgres, argumentsOf(options), ['ignore', 'ignore', 'pipe']);
  const exited = once(child, 'exit').then(([code, signal]) => String(signal ?? `exit code ${code}`));
  await untilReady(child, onLog);
  return { pid: child.pid ?? 0, exited, stop: () => stop(child, exited) };
}

export function removeSocketDir(socketDir: string): void {
  rmSync(socketDir, { recursive: true, force: true });
}

function argumentsOf({ folder, socketDir, settings }: NativeOptions): string[] {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  const all = {
    listen_addresses: '',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    port: String(SOCKET_PORT),
    max_connections: '40',
    // Lets a million variants be searched from memory; with half of it, common terms take 50% longer.
    shared_buffers: `${Math.round(Math.max(32, Math.min(256, memory / 8 / MEGABYTE)))}MB`,
    work_mem: '32MB',
    maintenance_work_mem: '128MB',
    max_wal_size: '512MB',
    random_page_cost: '1.1',
    jit: 'off',
    // Queries of a killed server end within a second.
    client_connection_check_interval: '1s',
    wal_level: 'minimal',
    max_wal_senders: '0',
    lc_messages: 'C',
    log_line_prefix: '',
    // Failed statements are reported to the client.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    ...settings,
  };
  return ['-D', folder, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** Connections still open at the stop end with a harmless `FATAL`. */
function levelOf(severity: string, line: string): Parameters<DatabaseLog>[0] {
  if (severity === 'PANIC') return 'error';
  return severity === 'FATAL' && !line.includes('due to administrator command') ? 'warn' : 'debug';
}

/** Forwards its log lines; rejects with its last output if it ends instead. */
function untilReady(child: ChildProcess, onLog: DatabaseLog): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure = '';
    let level: Parameters<DatabaseLog>[0] = 'debug';
    child.once('error', reject);
    if (child.stderr === null) return;
    const lines = createInterface({ input: child.stderr });
    lines.on('line', (line) => {
      const severity = /^([A-Z]+): {2}/.exec(line)?.[1];
      if (severity) level = levelOf(severity, line);
      onLog(level, line);
      if (severity === 'PANIC' || severity === 'FATAL') failure ||= line;
      if (line.includes('database system is ready to accept connections')) resolve();
      else if (severity === undefined && failure === '') failure = line;
    });
    lines.once('close', () => reject(new Error(failure || 'it ended before it was ready')));
  });
}

async function stop(child: ChildProcess, exited: Promise<string>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  // Closes connections and flushes everything; the second way leaves that to the next start.
  child.kill('SIGINT');
  const timer = setTimeout(() => child.kill('SIGQUIT'), STOP_PATIENCE);
  await exited;
  clearTimeout(timer);
}
