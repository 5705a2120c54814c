import type { Message } from '../../../platform/mail/mailer.ts';

type Letter = {
  subject: string;
  paragraphs: readonly string[];
  /** The one thing to press. */
  link?: { label: string; url: string };
  /** A code to type, shown large. */
  code?: string;
  closing: readonly string[];
};

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
      `An account for ${to} has been made for you at ${appName}.`,
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

export function passwordChangedNotice(appName: string, to: string): Message {
  return compose(appName, to, {
    subject: `Your password at ${appName} was changed`,
    paragraphs: [
      `The password of the account ${to} at ${appName} has just been changed. Every other device was signed out.`,
    ],
    closing: [
      "If it was not you, use 'Forgot password' on the sign-in page at once, and tell the person who looks after the accounts.",
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

function compose(appName: string, to: string, letter: Letter): Message {
  const { paragraphs, link, code, closing, subject } = letter;
  const text = [
    'Hello,',
    ...paragraphs,
    ...(link === undefined ? [] : [link.url]),
    ...(code === undefined ? [] : [code]),
    ...closing,
    appName,
  ].join('\n\n');
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<title>${escapeHtml(subject)}</title></head>`,
    '<body style="font-family: sans-serif; font-size: 16px; line-height: 1.5; color: #1f2328; max-width: 34em">',
    ...['Hello,', ...paragraphs].map(paragraph),
    ...(link === undefined
      ? []
      : [
          `<p><a href="${escapeHtml(link.url)}" style="display: inline-block; padding: 10px 18px; border-radius: 6px; `,
          `background: #1c5fd1; color: #ffffff; text-decoration: none">${escapeHtml(link.label)}</a></p>`,
          `<p style="font-size: 13px; color: #57606a">${escapeHtml(link.url)}</p>`,
        ]),
    ...(code === undefined
      ? []
      : [`<p style="font-size: 28px; letter-spacing: 4px; font-family: monospace">${escapeHtml(code)}</p>`]),
    ...[...closing, appName].map(paragraph),
    '</body></html>',
  ].join('');
  return { to, subject, text: `${text}\n`, html };
}

function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
