import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const command = fileURLToPath(new URL('./restore.ts', import.meta.url));

it.each([[[]], [['--forc', 'monday.backup']], [['monday.backup', '--forc']], [['monday', 'tuesday']]])(
  'says in a sentence how it is called, not as %j',
  (args) => {
    const { status, stderr } = spawnSync(process.execPath, [command, ...args], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([
      1,
      'Name the backup: npm run restore FILE, or npm run restore -- FILE --force\n',
    ]);
  },
);
