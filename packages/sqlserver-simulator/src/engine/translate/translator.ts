import type { Node } from '../batch/ast.ts';
import type { TranslationContext } from './context.ts';
import type { Expression } from './expression.ts';
import type { Scope } from './scope.ts';
import type { SelectOptions, TranslatedSelect } from './selected.ts';

/** The parts of the translation, which call one another: a query has expressions, and these have queries. */
export type Translator = {
  readonly context: TranslationContext;
  scalar(node: unknown, scope: Scope): Expression;
  /** A condition as SQLite's 1, 0 or NULL. */
  predicate(node: unknown, scope: Scope): string;
  query(node: Node, scope: Scope | null, options: SelectOptions): TranslatedSelect;
};
