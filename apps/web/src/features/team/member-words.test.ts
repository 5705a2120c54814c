import type { TeamMember } from '@storefleet/contract/people/team';
import { expect, test } from 'vitest';
import { whyNotDisable } from './member-words.ts';

const member = (id: string, role: TeamMember['role'], status: TeamMember['status']): TeamMember => ({
  id,
  email: `${id}@shops.example`,
  name: null,
  status,
  role,
  store_ids: null,
  has_second_factor: false,
  created_at: '2026-01-15T09:00:00.000Z',
  last_sign_in_at: null,
});

const ada = member('ada', 'owner', 'active');
const bea = member('bea', 'editor', 'active');
const invited = member('cleo', 'owner', 'invited');
const disabled = member('dora', 'owner', 'disabled');

test('the last owner who can sign in cannot be disabled, with the reason', () => {
  const reason = 'This is the last owner who can sign in. Make somebody else an owner first.';
  expect(whyNotDisable(ada, [ada, bea, invited, disabled])).toBe(reason);
  expect(whyNotDisable(ada, [ada, { ...bea, role: 'owner' }])).toBeNull();
  expect(whyNotDisable(bea, [ada, bea])).toBeNull();
  expect(whyNotDisable(invited, [ada, invited])).toBeNull();
});
