import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { sleep } from '../../../resilience/sleep.ts';

/** Milliseconds for a database to flush, then for its processes to end at once. */
const PATIENCE = { SIGINT: 8_000, SIGTERM: 1_000, SIGKILL: 5_000 } as const;

/**
 * Ends what a killed server has left running on a folder whose lock we hold: its postmaster, or backends that
 * outlived a postmaster and keep a new one from starting.
 */
export async function endLeftovers(folder: string): Promise<void> {
  const pidFile = path.join(folder, 'postmaster.pid');
  const postmaster = readPid(pidFile);
  if (postmaster !== null) await end(folder, [postmaster], 'SIGINT');
  await end(folder, processesIn(folder), 'SIGTERM');
  await end(folder, processesIn(folder), 'SIGKILL');
  // Its pid may belong to another process by now, and PostgreSQL would not start.
  rmSync(pidFile, { force: true });
}

function readPid(file: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
    return pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

async function end(folder: string, pids: readonly number[], signal: keyof typeof PATIENCE): Promise<void> {
  const left = () => pids.filter((pid) => isOf(folder, pid));
  for (const pid of left()) process.kill(pid, signal);
  const deadline = Date.now() + PATIENCE[signal];
  while (left().length > 0 && Date.now() < deadline) await sleep(20);
}

/** Whether the process is this folder's PostgreSQL; outside Linux, whether it is any PostgreSQL. */
function isOf(folder: string, pid: number): boolean {
  try {
    if (process.platform !== 'linux') {
      return execFileSync('ps', ['-p', String(pid), '-o', 'comm='], { encoding: 'utf8' }).includes(
        'postgres',
      );
    }
    // PostgreSQL's processes have their data folder as working directory.
    return (
      readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder) &&
      readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres')
    );
  } catch {
    return false;
  }
}

function processesIn(folder: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isOf(folder, pid));
}
