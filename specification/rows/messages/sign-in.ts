import { messageRow, type Row } from '../../row.ts';
import { authSession, dashboardScreen, historyChanges, settings, signIn } from '../files.ts';

export const signInMessages: readonly Row[] = [
  messageRow(
    8,
    'unexpectedError',
    'An unexpected error occurred. Please try again later.',
    historyChanges('tells an answer that nobody expected apart from a failure'),
  ),
  messageRow(
    8,
    'unknownError',
    'Unknown error',
    dashboardScreen('a store whose sync did not start, with no word of why, is still named'),
  ),
  messageRow(8, 'networkError', 'Network Error', settings('what fails says so, and what was typed stays')),
  messageRow(
    8,
    'login.tagline',
    'Manage your Shopify stores efficiently',
    signIn('a wrong password is refused in the words of the sign-in service, and nothing typed is lost'),
  ),
  messageRow(
    8,
    'login.emailMissing',
    'Please enter your email address',
    signIn('a forgotten password is replaced through the link in the mail, which works once'),
  ),
  messageRow(
    8,
    'login.credentialsMissing',
    'You must provide either an email or phone number and a password',
    authSession('a sign-in wants an e-mail address or a phone number, and a password'),
  ),
  messageRow(
    8,
    'login.resetMailSent',
    'Password reset instructions sent to your email',
    signIn('a forgotten password is replaced through the link in the mail, which works once'),
  ),
];
