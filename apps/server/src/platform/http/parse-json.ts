import { badRequest } from './problem.ts';

/** Parses the body of a request. PostgreSQL stores no text with a NUL character: it is refused where it comes in. */
export function parseJson(text: string): unknown {
  return text.includes('\\u0000') ? JSON.parse(text, refuseNul) : JSON.parse(text);
}

function refuseNul(_key: string, value: unknown): unknown {
  if (typeof value === 'string' && value.includes('\0'))
    throw badRequest('Texts must not contain the NUL character.');
  return value;
}
