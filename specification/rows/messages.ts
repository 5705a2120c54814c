import { type Row, rowsOf, type TestName } from '../row.ts';
import { authSession, signInCalls } from './files.ts';
import { catalogueMessages } from './messages/catalogue.ts';
import { mappingsMessages } from './messages/mappings.ts';
import { schedulesMessages } from './messages/schedules.ts';
import { settingsMessages } from './messages/settings.ts';
import { signInMessages } from './messages/sign-in.ts';
import { storesMessages } from './messages/stores.ts';
import { syncMessages } from './messages/sync.ts';

const error = (what: string, ...shownBy: TestName[]) =>
  rowsOf(8)('rule', `Error of the sign-in service: ${what}`, ...shownBy);

const signInErrors: readonly Row[] = [
  error(
    'session missing',
    authSession('without a session nobody is signed in, and no account can be changed'),
  ),
  error('invalid credentials', signInCalls('answers a wrong password and an unknown address alike')),
  error('weak password', [
    'apps/server/test/auth/profile.test.ts',
    'a weak password and the old one are refused with their reasons',
  ]),
  error('invalid token', signInCalls('tampered, unsigned, expired and foreign tokens are refused')),
];

export const messageRows: readonly Row[] = [
  ...signInMessages,
  ...storesMessages,
  ...syncMessages,
  ...catalogueMessages,
  ...mappingsMessages,
  ...settingsMessages,
  ...schedulesMessages,
  ...signInErrors,
];
