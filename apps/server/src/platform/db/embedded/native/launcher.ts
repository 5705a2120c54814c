import { type ChildProcess, execFileSync, type StdioOptions, spawn, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { userInfo } from 'node:os';
import process from 'node:process';

type Owner = { readonly uid: number; readonly gid: number };

/** How to start PostgreSQL's programs, which refuse to run as root or as a user without a name. */
export type Launcher = {
  /** The owner of the files; null if that is the server's own user. */
  readonly owner: Owner | null;
  /** The command that switches to the user, before the program's own. */
  readonly prefix: readonly string[];
};

/** Why PostgreSQL cannot run here, worded as the end of a sentence. */
class CannotLaunchError extends Error {
  override name = 'CannotLaunchError';
}

/** Lets an unprivileged user reach folders that belong to root, such as a checkout under /root. */
const REACH_EVERYTHING = [
  '--inh-caps=+dac_override,+dac_read_search',
  '--ambient-caps=+dac_override,+dac_read_search',
  '--securebits=+no_setuid_fixup',
];

/** `dataDir` exists. Throws `CannotLaunchError` if no user can run `postgres` on it. */
export function findLauncher(dataDir: string, postgres: string): Launcher {
  const tried: string[] = [];
  for (const launcher of candidates(dataDir)) {
    const reason = whyNot(launcher, dataDir, postgres);
    if (reason === null) return launcher;
    tried.push(reason);
  }
  throw new CannotLaunchError(tried.at(-1) ?? 'no user was found who may run it');
}

function candidates(dataDir: string): Launcher[] {
  const hasSetpriv = runs('setpriv', ['--pdeathsig', 'INT', 'true']);
  // Without it, the next start ends what a killed server leaves running.
  const dieWithParent = hasSetpriv ? ['setpriv', '--pdeathsig', 'INT'] : [];
  if (process.getuid?.() !== 0) {
    requireName();
    return [{ prefix: dieWithParent, owner: null }];
  }
  const owner = unprivilegedOwner(dataDir);
  if (!hasSetpriv) return [{ prefix: [], owner }];
  const as = [...dieWithParent, `--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'];
  return [
    { prefix: as, owner },
    { prefix: [...as, ...REACH_EVERYTHING], owner },
  ];
}

/** Starts a program as the launcher's user. */
export function launch(
  launcher: Launcher,
  program: string,
  args: readonly string[],
  stdio: StdioOptions,
): ChildProcess {
  const [file = program, ...rest] = [...launcher.prefix, program, ...args];
  return spawn(file, rest, { ...optionsOf(launcher), stdio });
}

function optionsOf({ owner, prefix }: Launcher) {
  return {
    // Its user may not have access to our working directory.
    cwd: '/',
    // Ctrl-C reaches the whole process group; the server decides when to stop.
    detached: true,
    env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
    ...(owner !== null && prefix.length === 0 ? owner : {}),
  };
}

/** The owner of the data folder or, if that is root, the user every system has for this. */
function unprivilegedOwner(dataDir: string): Owner {
  const { uid, gid } = statSync(dataDir);
  if (uid !== 0 && runs('id', ['-nu', String(uid)])) return { uid, gid };
  try {
    const id = (kind: string) => Number(execFileSync('id', [kind, 'nobody'], { encoding: 'utf8' }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    throw new CannotLaunchError('it refuses to run as root, and there is no user nobody');
  }
}

function requireName(): void {
  try {
    userInfo();
  } catch {
    throw new CannotLaunchError(`the user ${process.getuid?.()} has no name on this system`);
  }
}

/** Why it cannot run in the data folder, if so: unreachable, or built for another libc. */
function whyNot(launcher: Launcher, dataDir: string, postgres: string): string | null {
  const script = 'cd "$1" && exec "$0" --version';
  const [file = '', ...args] = [...launcher.prefix, '/bin/sh', '-c', script, postgres, dataDir];
  const { status, stderr, error } = spawnSync(file, args, {
    ...optionsOf(launcher),
    encoding: 'utf8',
  });
  if (status === 0) return null;
  const said = (stderr || (error?.message ?? '')).trim().split('\n')[0];
  return `it does not run on this system (${said || `exit code ${status}`})`;
}

function runs(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}
