import type { Product } from '../catalogue/model.ts';
import { parentSuffix, type RootConnection } from './line-writer.ts';

/** How many parents are written before their children when objects are not grouped. */
const UNGROUPED_WINDOW = 100;

export type BulkLine = { readonly text: string; readonly isRoot: boolean };

/** The lines of a result, one object each. */
export function* bulkLines(
  roots: readonly RootConnection[],
  groupObjects: boolean,
  nodesOf: (root: RootConnection) => Iterable<unknown>,
): Generator<BulkLine> {
  for (const root of roots) {
    let window: number[] = [];
    for (const node of nodesOf(root)) {
      yield { text: `${root.write(node)}}\n`, isRoot: true };
      if (root.children.length === 0) continue;
      window.push((node as Product).id);
      if (!groupObjects && window.length < UNGROUPED_WINDOW) continue;
      yield* childLines(root, window);
      window = [];
    }
    yield* childLines(root, window);
  }
}

/** The children of two parents take turns, so that a reader who expects them together is found out. */
function* childLines(root: RootConnection, parentIds: readonly number[]): Generator<BulkLine> {
  for (const { nodesOf, write } of root.children) {
    for (let index = 0; index < parentIds.length; index += 2) {
      const pair = parentIds
        .slice(index, index + 2)
        .map((id) => ({ nodes: nodesOf(id), suffix: parentSuffix(id) }));
      const longest = Math.max(...pair.map(({ nodes }) => nodes.length));
      for (let turn = 0; turn < longest; turn += 1) {
        for (const { nodes, suffix } of pair) {
          const node = nodes[turn];
          if (node !== undefined) yield { text: `${write(node)}${suffix}\n`, isRoot: false };
        }
      }
    }
  }
}
