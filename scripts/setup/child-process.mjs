import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');
export const cache = path.join(root, 'node_modules', '.cache', 'storefleet');

/** The project's Node, installed as a package; until then, the running one. */
function projectNode() {
  const file = path.join(
    root,
    'node_modules',
    'node',
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  return existsSync(file) ? file : process.execPath;
}

/** Runs a script of the project to its end and returns its exit code. */
export function runNode(args, options = {}) {
  return runToEnd(startNode(args, options));
}

function startNode(args, { directory = '.', endsWithUs = false } = {}) {
  return spawn(projectNode(), args, {
    cwd: path.join(root, directory),
    // Node's compile cache speeds up the next start.
    env: { NODE_COMPILE_CACHE: path.join(cache, 'compiled'), ...process.env },
    // The channel closes when this process ends, however it ends; the child then stops.
    stdio: ['inherit', 'inherit', 'inherit', ...(endsWithUs ? ['ipc'] : [])],
  });
}

/** Runs several scripts in parallel; when one ends, all end. */
export async function runTogether(scripts) {
  const children = scripts.map(({ args, ...options }) => startNode(args, options));
  const ends = children.map(runToEnd);
  const code = await Promise.race(ends);
  for (const child of children) child.kill('SIGTERM');
  await Promise.all(ends);
  return code;
}

/** Passes signals on, so that stopping this process stops the child, and waits for the child. */
export function runToEnd(child) {
  const forward = (signal) => {
    // Ctrl-C reaches the child anyway: the terminal sends it to the whole group.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, forward);
  // npm stops only the shell in which it started this, and the shell does not pass that on.
  const parent = process.ppid;
  const orphaned = setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM');
  }, 500);
  return new Promise((resolve) => {
    const end = (code) => {
      clearInterval(orphaned);
      for (const signal of signals) process.off(signal, forward);
      resolve(code);
    };
    child.on('error', (error) => {
      console.error(error.message);
      end(1);
    });
    child.on('exit', (code, signal) => end(code ?? (signal === 'SIGINT' ? 130 : 143)));
  });
}
