import { parentSuffix, type RootConnection } from './line-writer.ts';

export type BulkChunk = { text: string; objects: number; rootObjects: number };

/** Small enough for the young generation of the heap: a million lines pass through without being kept. */
const CHUNK_CHARACTERS = 48 * 1024;
/** How many parents are written before their children when objects are not grouped. */
const UNGROUPED_WINDOW = 100;

/** The lines of the result in pieces of some fifty kilobytes. */
export function* bulkLines(
  roots: readonly RootConnection[],
  groupObjects: boolean,
  nodesOf: (root: RootConnection) => Iterable<unknown>,
): Generator<BulkChunk> {
  let chunk: BulkChunk = { text: '', objects: 0, rootObjects: 0 };
  for (const line of lines(roots, groupObjects, nodesOf)) {
    chunk.text += line.text;
    chunk.objects += 1;
    if (line.isRoot) chunk.rootObjects += 1;
    if (chunk.text.length < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = { text: '', objects: 0, rootObjects: 0 };
  }
  if (chunk.objects > 0) yield chunk;
}

type Line = { text: string; isRoot: boolean };

function* lines(
  roots: readonly RootConnection[],
  groupObjects: boolean,
  nodesOf: (root: RootConnection) => Iterable<unknown>,
): Generator<Line> {
  for (const root of roots) {
    const nodes = nodesOf(root);
    if (groupObjects || root.children.length === 0) {
      for (const node of nodes) {
        yield { text: `${root.write(node)}}\n`, isRoot: true };
        yield* childLines(root, [node]);
      }
      continue;
    }
    let window: unknown[] = [];
    for (const node of nodes) {
      yield { text: `${root.write(node)}}\n`, isRoot: true };
      window.push(node);
      if (window.length < UNGROUPED_WINDOW) continue;
      yield* childLines(root, window);
      window = [];
    }
    yield* childLines(root, window);
  }
}

/** Children of several parents take turns, so that a reader who expects them together is found out (section 8.1). */
function* childLines(root: RootConnection, parents: readonly unknown[]): Generator<Line> {
  for (const child of root.children) {
    let waiting = parents.map((parent) => ({ nodes: child.nodesOf(parent), suffix: parentSuffix(parent) }));
    for (let turn = 0; waiting.length > 0; turn += 1) {
      for (const { nodes, suffix } of waiting) {
        const node = nodes[turn];
        if (node !== undefined) yield { text: `${child.write(node)}${suffix}\n`, isRoot: false };
      }
      waiting = waiting.filter(({ nodes }) => nodes.length > turn + 1);
    }
  }
}
