import type { TranslationContext } from './context.ts';
import { translatePredicate } from './predicates.ts';
import { translateScalar } from './scalars.ts';
import { translateQuery } from './select.ts';
import type { Translator } from './translator.ts';

export function createTranslator(context: TranslationContext): Translator {
  const translator: Translator = {
    context,
    scalar: (node, scope) => translateScalar(node, scope, translator),
    predicate: (node, scope) => translatePredicate(node, scope, translator),
    query: (node, scope, options) => translateQuery(node, scope, options, translator),
  };
  return translator;
}
