import { writeSync } from 'node:fs';

/** The destination of log lines; each ends with a newline. */
export type LogOutput = { write(line: string): void };

type Write = (bytes: Buffer) => number;

/**
 * Writes to standard output while it accepts data. A full disk or a reader that has gone neither stops nor
 * blocks the server: lines are dropped, counted, and reported once it accepts lines again.
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
