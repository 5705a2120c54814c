import type { Product } from '../catalogue/model.ts';
import { parentSuffix, type RootConnection } from './line-writer.ts';

export type BulkLine = { readonly text: string; readonly isRoot: boolean };

/** The lines of a result, one object each, children behind their parent. */
export function* bulkLines(
  roots: readonly RootConnection[],
  nodesOf: (root: RootConnection) => Iterable<unknown>,
): Generator<BulkLine> {
  for (const root of roots) {
    for (const node of nodesOf(root)) {
      yield { text: `${root.write(node)}}\n`, isRoot: true };
      for (const { nodesOf: childrenOf, write } of root.children) {
        const { id } = node as Product;
        for (const child of childrenOf(id)) {
          yield { text: `${write(child)}${parentSuffix(id)}\n`, isRoot: false };
        }
      }
    }
  }
}
