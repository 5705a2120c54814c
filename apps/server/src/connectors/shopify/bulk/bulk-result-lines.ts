import type { EditCallOptions } from '../../connector.ts';
import { isRecord } from '../client/errors.ts';
import type { Json } from '../read/normalise.ts';
import { createLineSplitter } from './bulk-assembler.ts';
import { type FileDeps, readWholeFile } from './bulk-file.ts';
import type { BulkOperation } from './bulk-operations.ts';

/** The lines of a bulk mutation's result, in parts as they arrive. Those that do not come count as not told. */
export async function* readResultLines(
  deps: FileDeps,
  operation: BulkOperation,
  options: EditCallOptions,
): AsyncGenerator<Json[], void, void> {
  let part: Json[] = [];
  let lines = 0;
  let offset = 0;
  let hasEnded = false;
  const splitter = createLineSplitter((text, bytes) => {
    offset += bytes;
    const line = parseLine(text);
    if (line === null) return;
    lines += 1;
    part.push(line);
  });
  function takePart(): Json[][] {
    const taken = part.length === 0 ? [] : [part];
    part = [];
    return taken;
  }
  const reader = {
    feed(chunk: Buffer) {
      splitter.feed(chunk);
      return takePart();
    },
    endOfFile() {
      splitter.finish();
      hasEnded = true;
      return takePart();
    },
    dropUnfinishedLine: splitter.drop,
    offset: () => offset,
    // Of an operation that was stopped nobody knows how many lines there are.
    isComplete: () => (operation.status === 'COMPLETED' ? lines >= operation.objectCount : hasEnded),
  };
  yield* readWholeFile(deps, operation, reader, { ...options, priority: 'person' });
}

/** A line that is not JSON says nothing of use: its edits count as not told. */
function parseLine(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
