/** What is logged about an error. */
type ErrorEntry = {
  type: string;
  message: string;
  /** Where it was thrown, without the message. */
  stack: string | undefined;
  code?: string | number;
  /** From the database: the violated constraint. */
  table?: string;
  constraint?: string;
  cause?: ErrorEntry;
};

const MAX_CAUSES = 5;

/**
 * Keeps only what cannot be data: errors of the database and the network carry the values that caused them
 * (settings, search terms, rows, parts of requests) in their own fields and messages.
 */
export function errorEntry(error: unknown, depth = 0): ErrorEntry | undefined {
  if (!(error instanceof Error)) {
    return error === undefined
      ? undefined
      : { type: typeof error, message: 'not an error', stack: undefined };
  }
  const { code, table, constraint } = error as Partial<Record<'code' | 'table' | 'constraint', unknown>>;
  const cause = depth < MAX_CAUSES ? errorEntry(error.cause, depth + 1) : undefined;
  return {
    type: error.constructor.name || error.name,
    message: messageOf(error),
    stack: framesOf(error),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(typeof table === 'string' ? { table } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    ...(cause === undefined ? {} : { cause }),
  };
}

/** SQLSTATE class 22: a value that is not a valid number, date or JSON. PostgreSQL quotes it. */
const DATA_EXCEPTION = /^22[0-9A-Z]{3}$/;

function messageOf(error: Error): string {
  if ('severity' in error && 'code' in error && DATA_EXCEPTION.test(String(error.code))) {
    return error.message.replaceAll(/"[^"]*"?/g, '"…"');
  }
  return error.message;
}

/** The message precedes the first frame, including whatever it quotes. */
function framesOf({ stack = '' }: Error): string | undefined {
  const first = stack.search(/^ {4}at /m);
  return first < 0 ? undefined : stack.slice(first);
}
