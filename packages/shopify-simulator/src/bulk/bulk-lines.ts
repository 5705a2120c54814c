import { parentSuffix, type RootConnection } from './line-writer.ts';

/** How many parents are written before their children when objects are not grouped. */
const UNGROUPED_WINDOW = 25;

export type BulkLine = { readonly text: string; readonly isRoot: boolean };

/** The lines of a result, one object each. */
export function* bulkLines(
  roots: readonly RootConnection[],
  groupObjects: boolean,
  nodesOf: (root: RootConnection) => Iterable<unknown>,
): Generator<BulkLine> {
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
function* childLines(root: RootConnection, parents: readonly unknown[]): Generator<BulkLine> {
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
