import { writeSync } from 'node:fs';

/** Where lines go; each ends with a newline. */
export type LogOutput = { write(line: string): void };

type Write = (bytes: Buffer) => number;

/**
 * Writes to standard output as long as that takes anything. A disk that is full or a reader that has gone
 * neither stops the server nor holds it up: lines are dropped, counted, and reported once it takes lines
 * again.
 */
export function createLogOutput(write: Write = (bytes) => writeSync(1, bytes)): LogOutput {
  let dropped = 0;
  let reason = '';
  let isCut = false;

  function attempt(line: string): boolean {
    let left: Buffer = Buffer.from(isCut ? `\n${line}` : line);
    const { length } = left;
    try {
      while (left.length > 0) left = left.subarray(write(left));
      isCut = false;
      return true;
    } catch (error) {
      reason = (error as NodeJS.ErrnoException).code ?? String(error);
      isCut ||= left.length < length;
      return false;
    }
  }

  return {
    write(line) {
      if (dropped > 0 && attempt(droppedLine(dropped, reason))) dropped = 0;
      if (dropped > 0 || !attempt(line)) dropped += 1;
    },
  };
}

function droppedLine(count: number, reason: string): string {
  const msg = `Lines of the log that could not be written: ${count} (${reason}).`;
  return `${JSON.stringify({ level: 'warn', time: new Date().toISOString(), msg })}\n`;
}
