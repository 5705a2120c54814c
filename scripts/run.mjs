// The root commands: `node scripts/run.mjs <command> [arguments]`. Runs under any Node from 18 on with
// nothing installed; everything it starts runs under the project's own Node.
import process from 'node:process';
import { buildWebApp } from './setup/build-web-app.mjs';
import { root, runNode, runTogether } from './setup/child-process.mjs';
import { installPackages } from './setup/install-packages.mjs';

const bin = {
  tsc: 'node_modules/typescript/bin/tsc',
  biome: 'node_modules/@biomejs/biome/bin/biome',
  vitest: 'node_modules/vitest/vitest.mjs',
  vite: 'node_modules/vite/bin/vite.js',
};
// The heap's young generation would grow to 130 MB while the code loads, and stay that large.
const server = ['--max-semi-space-size=8', 'apps/server/src/main.ts'];

/** Types and lint at the same time: each compiler uses one core. */
const check = async (...lint) => {
  const scripts = [
    [bin.tsc, '-p', 'tsconfig.json'],
    [bin.tsc, '-p', 'apps/web'],
    [bin.biome, ...lint],
  ];
  return Math.max(...(await Promise.all(scripts.map((args) => runNode(args)))));
};

/** Each returns the exit code of the process. */
const commands = {
  start: async () => (await buildWebApp()) || runNode(server, { endsWithUs: true }),
  demo: async (args) => (await buildWebApp()) || runNode(['scripts/demo.ts', ...args]),
  // With arguments, only those tests run, without types and lint.
  test: async (args) =>
    (await buildWebApp()) ||
    (args.length === 0 && (await check('ci', '--diagnostic-level=error'))) ||
    runNode([bin.vitest, 'run', ...args]),
  bench: async (args) => (await buildWebApp()) || runNode(['bench/main.ts', ...args]),
  screenshots: async () => (await buildWebApp()) || runNode(['scripts/screenshots.ts']),
  dev: () =>
    runTogether([
      { args: ['--watch', '--watch-preserve-output', ...server] },
      { args: [`${root}/${bin.vite}`], directory: 'apps/web' },
    ]),
  check: () => check('check'),
  users: (args) => runNode(['apps/server/src/cli/users.ts', ...args]),
  backup: (args) => runNode(['apps/server/src/cli/backup.ts', ...args]),
  restore: (args) => runNode(['apps/server/src/cli/restore.ts', ...args]),
  'migrate-to-postgres': (args) => runNode(['apps/server/src/cli/migrate-to-postgres.ts', ...args]),
};

const [name = '', ...args] = process.argv.slice(2);
if (!Object.hasOwn(commands, name)) {
  console.error(`There is no command '${name}'. There are: ${Object.keys(commands).join(', ')}.`);
  process.exit(2);
}
process.exitCode = (await installPackages()) || (await commands[name](args));
