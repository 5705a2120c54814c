import { compose } from '../../../platform/mail/letter.ts';
import type { Message } from '../../../platform/mail/mailer.ts';

export function recoveryMail(appName: string, to: string, link: string): Message {
  return compose(appName, to, {
    subject: `Choose a new password for ${appName}`,
    paragraphs: [
      `Somebody, most likely you, asked for a new password for the account ${to} at ${appName}.`,
      'Open this page and choose one. The link works once, within the next hour, on any device.',
    ],
    link: { label: 'Choose a new password', url: link },
    closing: [
      'If it was not you, there is nothing to do: your password stays as it is, and nobody has seen it.',
    ],
  });
}

export function invitationMail(appName: string, to: string, link: string): Message {
  return compose(appName, to, {
    subject: `You are invited to ${appName}`,
    paragraphs: [
      `An account for ${to} has been created for you at ${appName}.`,
      'Open this page and choose your password. The link works once, within the next 24 hours.',
    ],
    link: { label: 'Choose your password', url: link },
    closing: ['If you did not expect this invitation, you can ignore this message.'],
  });
}

export function signInMail(appName: string, to: string, link: string): Message {
  return compose(appName, to, {
    subject: `Confirm your address for ${appName}`,
    paragraphs: [
      `Please confirm that ${to} is your address at ${appName}.`,
      'The link works once, within the next 24 hours.',
    ],
    link: { label: 'Confirm my address', url: link },
    closing: ['If you did not expect this message, you can ignore it.'],
  });
}

export function emailChangeMail(appName: string, to: string, link: string): Message {
  return compose(appName, to, {
    subject: `Confirm your new address for ${appName}`,
    paragraphs: [
      `You asked to sign in to ${appName} with ${to} from now on.`,
      'Open this page to confirm it. The link works once, within the next hour.',
    ],
    link: { label: 'Confirm the new address', url: link },
    closing: ['If it was not you, you can ignore this message: nothing changes.'],
  });
}

export function emailChangeNotice(appName: string, to: string, newEmail: string): Message {
  return compose(appName, to, {
    subject: `Your address at ${appName} is about to change`,
    paragraphs: [
      `Somebody signed in to your account at ${appName} asked to change its address from ${to} to ${newEmail}.`,
      'The change takes effect when the new address has been confirmed.',
    ],
    closing: [
      'If it was not you, sign in, choose a new password, and tell the person who looks after the accounts.',
    ],
  });
}

export function passwordChangedNotice(appName: string, to: string, hasPasskeys: boolean): Message {
  return compose(appName, to, {
    subject: `Your password at ${appName} was changed`,
    paragraphs: [
      `The password of the account ${to} at ${appName} has just been changed. Every other device was signed out.`,
      ...(hasPasskeys
        ? ['Its passkeys still work: remove any you do not know under Passkeys in the account menu.']
        : []),
    ],
    closing: [
      "If it was not you, use 'Forgot password' on the sign-in page at once, and tell the person who looks after the accounts.",
    ],
  });
}

export function secondFactorNotice(appName: string, to: string, change: 'added' | 'removed'): Message {
  return compose(appName, to, {
    subject: `A second factor of your account at ${appName} was ${change}`,
    paragraphs: [
      change === 'added'
        ? `From now on, signing in to the account ${to} at ${appName} takes a code of an authenticator app beside the password.`
        : `Signing in to the account ${to} at ${appName} takes no code of an authenticator app any more.`,
    ],
    closing: [
      'If it was not you, choose a new password at once, and tell the person who looks after the accounts.',
    ],
  });
}

export function passkeyNotice(appName: string, to: string, change: 'added' | 'removed'): Message {
  return compose(appName, to, {
    subject: `A passkey of your account at ${appName} was ${change}`,
    paragraphs: [
      change === 'added'
        ? `From now on, a passkey signs in to the account ${to} at ${appName} instead of the password.`
        : `One passkey of the account ${to} at ${appName} signs in no more.`,
    ],
    closing: [
      'If it was not you, remove passkeys you do not know and choose a new password at once, and tell the person who looks after the accounts.',
    ],
  });
}

export function reauthenticationMail(appName: string, to: string, code: string): Message {
  return compose(appName, to, {
    subject: `Your code for ${appName}`,
    paragraphs: [
      `Enter this code at ${appName} to confirm that it is you. It works once, within the next 10 minutes.`,
    ],
    code,
    closing: [
      'If you did not ask for a code, somebody else is signed in to your account: change your password.',
    ],
  });
}
