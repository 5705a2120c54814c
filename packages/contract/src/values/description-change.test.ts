import { expect, test } from 'vitest';
import { changedDescription } from './description-change.ts';

test.each([
  ['append', '<p>Oak.</p>', 'Made in Porto & Lisbon', '<p>Oak.</p>\n<p>Made in Porto &amp; Lisbon</p>'],
  ['prepend', '<p>Oak.</p>', '<b>New</b>', '<b>New</b>\n<p>Oak.</p>'],
  ['append', '', 'Oak', '<p>Oak</p>'],
] as const)('%s to %s: %s', (operation, held, text, changed) => {
  expect(changedDescription(held, { operation, text })).toBe(changed);
});

test.each([
  [
    '<p class="oak">An oak, <b>oak</b> &amp; OAK</p>',
    'oak',
    'ash',
    '<p class="oak">An ash, <b>ash</b> &amp; OAK</p>',
  ],
  ['<p>Tom &amp; Jerry, Tom & Jerry</p>', 'Tom & Jerry', 'A < B', '<p>A &lt; B, A &lt; B</p>'],
  [
    '<a title="a > oak">oak</a><!-- oak --><style>.oak{}</style>',
    'oak',
    '',
    '<a title="a > oak"></a><!-- oak --><style>.oak{}</style>',
  ],
  ['<p>solid\n  oak and solid&nbsp;oak</p>', 'solid oak', '$& ash', '<p>$&amp; ash and $&amp; ash</p>'],
  ['<p>1 < 2 (a+b)</p>', '(a+b)', 'c', '<p>1 < 2 c</p>'],
  ['<p>Oak</p>', 'pine', 'ash', '<p>Oak</p>'],
  ['<p>Oak</p>', 'p', 'div', '<p>Oak</p>'],
])('in the text of %s, %s is replaced by %s', (held, find, text, changed) => {
  expect(changedDescription(held, { operation: 'replace', find, text })).toBe(changed);
});
