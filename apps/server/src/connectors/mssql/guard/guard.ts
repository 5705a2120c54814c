import { Worker } from 'node:worker_threads';
import type { CheckedSelect } from './guard-check.ts';
import { refusal } from './guard-tree.ts';
import type { GuardAnswer, GuardQuestion } from './guard-worker.ts';

/**
 * Allows SQL that a person wrote to run on their database. A T-SQL parser reads it, and what runs is
 * rewritten from what was understood, with every name in brackets: never the text itself, in which SQL Server
 * might see something else (`SELECT a FROM t SHUTDOWN` is a table with an alias to one, and two statements to
 * the other). The parser takes exponential time for some nested texts, and does not recover from a stack
 * overflow. So it runs in a thread of its own, which is terminated if it takes too long.
 */

export type SqlGuard = {
  /** One SELECT, or WITH … SELECT, that only reads. Throws a SourceError that names what is refused. */
  assertSelect(text: string): Promise<CheckedSelect>;
  /** A condition on rows, for the parentheses of `WHERE (…)`. Throws like `assertSelect`. */
  assertCondition(clause: string): Promise<string>;
  /** Ends the thread; pending requests are rejected. */
  close(): void;
};

/** Ordinary statements take a few milliseconds. */
const TIMEOUT_MS = 5_000;
const IDLE_MS = 60_000;

type Thread = { readonly worker: Worker; readonly ready: Promise<void> };

/** Starts its thread on the first request, and ends it after a minute without one. */
export function createSqlGuard({ timeoutMs = TIMEOUT_MS } = {}): SqlGuard {
  let thread: Thread | null = null;
  let idle: NodeJS.Timeout | undefined;
  let queue: Promise<unknown> = Promise.resolve();

  function close(): void {
    clearTimeout(idle);
    void thread?.worker.terminate();
    thread = null;
  }

  async function ask(question: GuardQuestion): Promise<CheckedSelect> {
    clearTimeout(idle);
    thread ??= startThread(close);
    const { worker, ready } = thread;
    worker.ref();
    try {
      await ready;
      const answer = await answerOf(worker, question, timeoutMs);
      if ('refused' in answer) throw refusal(answer.refused);
      if ('sql' in answer) return answer;
    } finally {
      worker.unref();
      idle = setTimeout(close, IDLE_MS);
      idle.unref();
    }
    close();
    throw refusal(
      `${question.kind === 'select' ? 'The query' : 'The where clause'} is too long or too deeply nested to be checked. ` +
        'Write it in a simpler way, for example with IN instead of many ORs.',
    );
  }

  /** One request at a time, so that it is clear which one takes too long. */
  function enqueue(question: GuardQuestion): Promise<CheckedSelect> {
    const answer = queue.then(() => ask(question));
    queue = answer.catch(() => undefined);
    return answer;
  }

  return {
    assertSelect: (text) => enqueue({ kind: 'select', text }),
    assertCondition: async (text) => (await enqueue({ kind: 'condition', text })).sql,
    close,
  };
}

function startThread(onFailure: () => void): Thread {
  const worker = new Worker(new URL('./guard-worker.ts', import.meta.url));
  const ready = new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve());
    worker.once('error', reject);
  });
  // Pending requests are rejected as well; the next one starts a new thread.
  worker.on('error', onFailure);
  ready.catch(onFailure);
  return { worker, ready };
}

function answerOf(worker: Worker, question: GuardQuestion, timeoutMs: number): Promise<GuardAnswer> {
  return new Promise((resolve) => {
    const end = (answer: GuardAnswer) => {
      clearTimeout(timer);
      worker.off('message', end);
      worker.off('exit', fail);
      resolve(answer);
    };
    const fail = () => end({ failed: true });
    const timer = setTimeout(fail, timeoutMs);
    worker.on('message', end);
    worker.on('exit', fail);
    worker.postMessage(question);
  });
}
