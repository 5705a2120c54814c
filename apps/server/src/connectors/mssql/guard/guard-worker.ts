import { parentPort } from 'node:worker_threads';
import { init, parse } from '@guanmingchiu/sqlparser-ts';
import { SourceError } from '../../source-error.ts';
import { type CheckedSelect, checkCondition, checkSelect } from './guard-check.ts';

/** The thread of `guard.ts`: reports when it is ready, then answers each request. */

export type GuardQuestion = { readonly kind: 'select' | 'condition'; readonly text: string };

/** `failed`: the parser crashed and cannot be reused. */
export type GuardAnswer = CheckedSelect | { readonly refused: string } | { readonly failed: true };

await init();

parentPort?.on('message', (question: GuardQuestion) => {
  parentPort?.postMessage(answer(question));
});
parentPort?.postMessage('ready');

function answer({ kind, text }: GuardQuestion): GuardAnswer {
  try {
    return kind === 'select'
      ? checkSelect(parse, text)
      : { sql: checkCondition(parse, text), parameters: [] };
  } catch (error) {
    return error instanceof SourceError ? { refused: error.message } : { failed: true };
  }
}
