import { spawn } from 'node:child_process';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { findFreePort } from '@storefleet/test-support/app';
import { cleanUpLater } from '../clean-up.ts';

/** Where Debian installs PostgreSQL, with a folder for each version. */
const INSTALLED = '/usr/lib/postgresql';

/** The embedded database's settings, for comparison; everything else, including fsync, is the default. */
const SETTINGS = { shared_buffers: '256MB', work_mem: '32MB', maintenance_work_mem: '128MB' };

/** Starts a PostgreSQL on a free port, until the end; returns its address, null if none is installed. */
export async function startPostgresCluster(): Promise<string | null> {
  const bin = await findBinaries();
  if (bin === null) return null;
  const folder = await mkdtemp(path.join(tmpdir(), 'sf-bench-pg-'));
  const data = path.join(folder, 'data');
  const port = await findFreePort();
  cleanUpLater(async () => {
    await run(bin, 'pg_ctl', ['-D', data, '-m', 'immediate', 'stop']).catch(() => {});
    await rm(folder, { recursive: true, force: true });
  });
  const owner = await postgresUser();
  if (owner !== null) await chown(folder, owner, owner);
  const settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: folder, ...SETTINGS };
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  await run(bin, 'initdb', ['-D', data, '-A', 'trust', '-U', 'storefleet', '-E', 'UTF8', '--locale=C.UTF-8']);
  await run(bin, 'pg_ctl', [
    '-D',
    data,
    '-w',
    '-l',
    path.join(folder, 'log'),
    '-o',
    options.join(' '),
    'start',
  ]);
  return `postgres://storefleet@127.0.0.1:${port}/postgres`;
}

async function findBinaries(): Promise<string | null> {
  const versions = await readdir(INSTALLED).catch(() => []);
  const newest = versions.sort((a, b) => Number(a) - Number(b)).at(-1);
  return newest === undefined ? null : path.join(INSTALLED, newest, 'bin');
}

/** The account of Debian's packages, as PostgreSQL refuses to run as root; null if we are not root. */
async function postgresUser(): Promise<number | null> {
  if (process.getuid?.() !== 0) return null;
  return Number(await output('id', ['-u', 'postgres']));
}

async function run(bin: string, command: string, args: readonly string[]): Promise<void> {
  const file = path.join(bin, command);
  if (process.getuid?.() === 0) await output('runuser', ['-u', 'postgres', '--', file, ...args]);
  else await output(file, args);
}

function output(file: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: tmpdir(), stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    child.once('error', reject);
    // Not 'close': the server started by pg_ctl keeps the pipe open.
    child.once('exit', (code) => {
      if (code === 0) resolve(text);
      else reject(new Error(`${path.basename(file)} ended with code ${code}. It printed:\n${text}`));
    });
  });
}
