import type { TeamMember } from '@storefleet/contract/people/team';
import { expect, test } from 'vitest';
import { whyNotDisable } from './member-words.ts';

const member = (id: string, status: TeamMember['status']): TeamMember => ({
  id,
  email: `${id}@shops.example`,
  name: null,
  status,
  is_owner: id === 'ada',
  created_at: '2026-01-15T09:00:00.000Z',
  last_sign_in_at: null,
});

const ada = member('ada', 'active');
const bea = member('bea', 'active');
const invited = member('cleo', 'invited');
const disabled = member('dora', 'disabled');

test('the last active member cannot be disabled, with the reason', () => {
  expect(whyNotDisable(ada, [ada, invited, disabled], ada.id)).toBe(
    'The last active member cannot be disabled.',
  );
  expect(whyNotDisable(ada, [ada, bea], ada.id)).toBeNull();
  expect(whyNotDisable(invited, [ada, invited], ada.id)).toBeNull();
});

test('the owner is disabled by nobody else', () => {
  const refusal = 'The owner of this installation cannot be disabled by other members.';
  expect(whyNotDisable(ada, [ada, bea], bea.id)).toBe(refusal);
  expect(whyNotDisable(ada, [ada, bea], null)).toBe(refusal);
  expect(whyNotDisable(bea, [ada, bea], ada.id)).toBeNull();
});
