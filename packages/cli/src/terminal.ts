import process from 'node:process';
import { createInterface } from 'node:readline/promises';

export type Terminal = {
  /** A line of output, on stdout. */
  print(text: string): void;
  /** Messages other than output, on stderr. */
  note(text: string): void;
  /** Replaces the line of progress; does nothing without a terminal. */
  progress(text: string): void;
  /** Null if not interactive. */
  ask(question: string): Promise<string | null>;
};

export function createTerminal(): Terminal {
  const isWatched = process.stderr.isTTY === true;
  const clear = () => isWatched && process.stderr.write('\r\x1b[K');
  return {
    print: (text) => void process.stdout.write(`${text}\n`),
    note(text) {
      clear();
      process.stderr.write(`${text}\n`);
    },
    progress(text) {
      if (isWatched) process.stderr.write(`\r\x1b[K${text}`);
    },
    async ask(question) {
      clear();
      if (process.stdin.isTTY !== true) return null;
      const lines = createInterface({ input: process.stdin, output: process.stderr });
      try {
        return await lines.question(question);
      } finally {
        lines.close();
      }
    },
  };
}
