import { apiRoutes } from '@storefleet/contract/api';
import type { ProblemDetails } from '@storefleet/contract/api/common';
import type { RouteDescription } from '@storefleet/contract/api/route';
import { isAtLeast, lowestRoles, ROLES, type Role } from '@storefleet/contract/people/permissions';
import { openTestApp } from '@storefleet/test-support/app';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { goodPassword } from '../auth/auth-test-server.ts';

const tokens = new Map<Role, string>();

const app = await openTestApp();
await app.signIn();
const { embedded } = app.services.auth;
if (embedded === null) throw new Error('This test is about the embedded service.');
for (const role of ROLES) {
  const email = `${role}@shops.example`;
  await embedded.members.create({ email, password: goodPassword, emailConfirmed: true, role });
  const caller = { address: '127.0.0.1', userAgent: null };
  tokens.set(
    role,
    (await embedded.signIn.withPassword({ email, password: goodPassword }, caller)).accessToken,
  );
}

const calls = apiRoutes.filter((route: RouteDescription) => !route.public);
const lowest: Readonly<Record<string, Role>> = lowestRoles;

test.each(ROLES)('a %s makes the calls of that role and no other', async (role) => {
  const refused = new Set<string>();
  const broken: string[] = [];
  for (const { id, method, path } of calls) {
    const target = path.replaceAll(/\{\w+\}/g, uuidv7());
    const response = await app.fetchApi(target, {
      method,
      token: tokens.get(role) ?? null,
      ...(method === 'GET' ? {} : { json: {} }),
    });
    const answer = await response.text();
    if (response.status >= 500) broken.push(`${id}: ${response.status}`);
    if (response.status === 403) {
      const { code, detail } = JSON.parse(answer) as ProblemDetails;
      expect([id, code, detail]).toEqual([id, 'forbidden', expect.stringContaining(role)]);
      refused.add(id);
    }
  }
  expect(broken).toEqual([]);
  expect([...refused]).toEqual(
    calls.map(({ id }) => id).filter((id) => !isAtLeast(role, lowest[id] ?? 'owner')),
  );
});
