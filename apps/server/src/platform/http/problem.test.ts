import { expect, it } from 'vitest';
import { validationFailed } from './problem.ts';

it.each([
  ['schedule_config.cron', "The minute '61' is not valid.", "The minute '61' is not valid."],
  ['max_pages', 'max_pages must be a whole number.', 'max_pages must be a whole number.'],
  ['is_active', 'Must be true or false.', 'is_active: Must be true or false.'],
  ['store_id', 'This is not a valid id.', 'store_id: This is not a valid id.'],
  ['', 'Must be an object.', 'Must be an object.'],
])('for %s alone, a person reads: %s', (path, message, detail) => {
  expect(validationFailed([{ path, message }])).toMatchObject({
    message: detail,
    errors: [{ path, message }],
  });
});

it('several fields are listed individually, not in the sentence', () => {
  const errors = ['name', 'store_id'].map((path) => ({ path, message: 'Is required.' }));
  expect(validationFailed(errors).message).not.toMatch(/name|store_id/);
});
