import { expect, test } from 'vitest';
import { messages } from './messages.ts';

/** Only sentences that the specification does not spell out; `specification/` compares the others. */
test.each([
  [
    messages.search.found(5_000, 1, 100, true),
    'Found more than 5,000 products. Displaying page 1 of more than 100.',
  ],
  [messages.search.showing(2_000, 5_000, true), 'Showing 2,000 of more than 5,000 results'],
  [messages.sync.startFailed('GraphQL'), 'Failed to start GraphQL sync: Unknown error'],
])('a message with values is %j', (message, sentence) => {
  expect(message).toBe(sentence);
});
