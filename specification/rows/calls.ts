import { type Row, rowsOf } from '../row.ts';
import { furtherCalls } from './calls/further.ts';
import { specifiedCalls } from './calls/specified.ts';
import { authSession, bulkUpdateShapes, guard, recoveryCalls, settings, signInCalls } from './files.ts';

const row = rowsOf(7);

/** What the browser asks of the sign-in service, in the service's own words. */
const signIn: readonly Row[] = [
  row(
    'call',
    'Auth service: sign in with a password',
    signInCalls('gives a session, a user and claims the client can verify itself'),
  ),
  row(
    'call',
    'Auth service: get the session',
    signInCalls('gives a session, a user and claims the client can verify itself'),
    authSession('a session that the browser kept is the initial one'),
  ),
  row(
    'call',
    'Auth service: sign out',
    signInCalls("'local' ends this session alone"),
    signInCalls('the default ends all of them, refresh tokens included'),
  ),
  row(
    'call',
    'Auth service: send a password-reset e-mail',
    recoveryCalls('is replaced by way of the mail in the outbox, and every other device is signed out'),
  ),
];

const inGeneral: readonly Row[] = [
  row(
    'rule',
    'A product reference carries store_id, id, shopify_id and selectedVariant (id, shopify_id)',
    bulkUpdateShapes('a bulk update as the specification sends it is taken'),
  ),
  row(
    'rule',
    'The settings page creates with the encrypted flag false',
    settings('a setting is added, changed and deleted'),
  ),
  rowsOf(6)(
    'rule',
    'The key of the embedded service carries the anonymous role',
    guard('lets nobody in by the public key, which has the anonymous role'),
  ),
  row('rule', 'Base path /api/v1, JSON', guard('lets everybody read what the sign-in screen needs')),
];

export const callRows: readonly Row[] = [...inGeneral, ...specifiedCalls, ...signIn, ...furtherCalls];
