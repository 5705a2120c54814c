import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { renameDurably } from '../../../durable-files.ts';
import type { Binaries } from './binaries.ts';
import { type Launcher, launch } from './launcher.ts';

/** The database's user; pg_ident.conf says who may connect as it. */
export const ROLE = 'storefleet';

/** Creates the folder if it is missing, and configures who may connect. */
export async function prepareCluster(folder: string, binaries: Binaries, launcher: Launcher): Promise<void> {
  if (!existsSync(folder)) await createCluster(folder, binaries, launcher);
  const version = Number.parseInt(await readFile(path.join(folder, 'PG_VERSION'), 'utf8'), 10);
  if (version !== binaries.majorVersion) {
    throw new Error(
      `It was written by PostgreSQL ${version}, and this version brings ${binaries.majorVersion}: back it up with the version of the product that wrote it (npm run backup), and restore that here.`,
    );
  }
  await giveTo(folder, launcher);
  await writeAccess(folder, launcher);
}

/** An interrupted first start leaves only the draft, which the next one discards. */
async function createCluster(folder: string, binaries: Binaries, launcher: Launcher): Promise<void> {
  const draft = `${folder}.draft`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  await giveTo(draft, launcher);
  const args = ['-D', draft, '-U', ROLE, '--encoding=UTF8', '--auth=reject', ...localeOf(process.platform)];
  const child = launch(launcher, binaries.initdb, args, ['ignore', 'ignore', 'pipe']);
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`initdb failed: ${said.trim() || `exit code ${code}`}`);
  // initdb has synced its contents.
  renameDurably(draft, folder);
}

/** Sorts by code point, and knows the letters of every language, which trigrams and `lower` need. */
function localeOf(platform: NodeJS.Platform): string[] {
  if (platform === 'darwin') return ['--locale=C', '--lc-ctype=UTF-8'];
  return ['--locale=C.UTF-8'];
}

/** Only the system user that runs the server may connect, checked by the socket's peer method. */
async function writeAccess(folder: string, launcher: Launcher): Promise<void> {
  const files = {
    'pg_hba.conf': `local all ${ROLE} peer map=server\n`,
    'pg_ident.conf': `server "${userInfo().username}" ${ROLE}\n`,
  };
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    if ((await readFile(file, 'utf8').catch(() => null)) === text) continue;
    await writeFile(file, text, { mode: 0o600 });
    if (launcher.owner) await chown(file, launcher.owner.uid, launcher.owner.gid);
  }
}

/** A folder copied or restored by root belongs to root. */
async function giveTo(folder: string, { owner }: Launcher): Promise<void> {
  if (owner === null || (await lstat(folder)).uid === owner.uid) return;
  for (const name of await readdir(folder, { recursive: true })) {
    await chown(path.join(folder, name), owner.uid, owner.gid);
  }
  // Last, because its owner shows whether this finished.
  await chown(folder, owner.uid, owner.gid);
}
