import type { EditCallOptions } from '../../editing.ts';
import { isRecord } from '../client/errors.ts';
import type { Json } from '../read/normalise.ts';
import { createLineSplitter } from './bulk-assembler.ts';
import { type FileDeps, readWholeFile } from './bulk-file.ts';
import type { BulkOperation } from './bulk-operations.ts';

/** Reads the result lines of a bulk mutation as they arrive. Missing lines have no outcome. */
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
    // For a stopped operation, the number of lines is unknown.
    isComplete: () => (operation.status === 'COMPLETED' ? lines >= operation.objectCount : hasEnded),
  };
  yield* readWholeFile(deps, operation, reader, { ...options, priority: 'person' });
}

/** A line that is not JSON is useless: its edits have no outcome. */
function parseLine(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
