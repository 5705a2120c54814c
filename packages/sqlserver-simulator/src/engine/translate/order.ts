import { asNode, only } from '../batch/ast.ts';
import { keyOf } from './expression.ts';
import type { Scope } from './scope.ts';
import type { Translator } from './translator.ts';

/** Whether an item of ORDER BY is descending; NULLs come first where SQL Server has them, as they do in SQLite. */
export function isDescending(item: unknown): boolean {
  const node = asNode(item);
  only(node, ['expr', 'options', 'with_fill']);
  const options = asNode(node.options);
  only(options, ['asc']);
  return options.asc === false;
}

/** The ORDER BY of a window or of STRING_AGG: expressions of the query's own columns. */
export function translateOrder(items: readonly unknown[], scope: Scope, translator: Translator): string[] {
  return items.map((item) => {
    const direction = isDescending(item) ? ' DESC' : '';
    return keyOf(translator.scalar(asNode(item).expr, scope)) + direction;
  });
}
