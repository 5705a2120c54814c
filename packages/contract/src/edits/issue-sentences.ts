import type { z } from 'zod';

/**
 * Describes an invalid value in a sentence if its schema has none of its own. Pass to `safeParse` as `error`.
 */
export function describeIssue(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'Is required.' : `Must be ${nounOf(issue.expected)}.`;
    case 'invalid_value':
      return `Must be one of: ${issue.values.map(String).join(', ')}.`;
    case 'too_small':
      return `Must be at least ${amountOf(issue.minimum, issue.origin)}.`;
    case 'too_big':
      return `Must be at most ${amountOf(issue.maximum, issue.origin)}.`;
    case 'unrecognized_keys':
      return `Holds fields that are not known here: ${issue.keys.join(', ')}.`;
    case 'invalid_format':
      return `Must be a valid ${issue.format}.`;
    default:
      return 'Is not valid.';
  }
}

function nounOf(expected: string): string {
  const nouns: Record<string, string> = {
    string: 'text',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
    record: 'an object',
  };
  return nouns[expected] ?? `of type ${expected}`;
}

function amountOf(limit: number | bigint, origin: string): string {
  if (origin === 'string') return `${limit} characters long`;
  if (origin === 'array') return `${limit} entries long`;
  return String(limit);
}
