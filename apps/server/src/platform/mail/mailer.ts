import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import nodemailer from 'nodemailer';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';

export type Message = { to: string; subject: string; text: string; html: string };

export type Mailer = {
  send(message: Message): Promise<void>;
  close(): void;
};

type MailerOptions = {
  /** `smtp://` or `smtps://` with user and password; without it messages are written to `outboxDirectory`. */
  smtpUrl?: string;
  from: string;
  outboxDirectory: string;
  logger: Logger;
};

/** Milliseconds. A hanging mail server must not delay shutdown. */
const connectionTimeout = 10_000;
const socketTimeout = 20_000;

export function createMailer(options: MailerOptions): Mailer {
  return options.smtpUrl === undefined ? createOutbox(options) : createSmtpMailer(options.smtpUrl, options);
}

function createSmtpMailer(smtpUrl: string, { from, logger }: MailerOptions): Mailer {
  const transport = nodemailer.createTransport(smtpUrl, {
    from,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  Object.assign(transport.options, { connectionTimeout, greetingTimeout: connectionTimeout, socketTimeout });
  return {
    async send(message) {
      const sent = await transport.sendMail(message);
      logger.info({ subject: message.subject, message_id: sent.messageId }, 'mail sent');
    },
    close: () => transport.close(),
  };
}

/** Writes each message to a file that any mail program opens. */
function createOutbox({ from, outboxDirectory, logger }: MailerOptions): Mailer {
  const transport = nodemailer.createTransport(
    { streamTransport: true, buffer: true, newline: 'windows' },
    { from, disableFileAccess: true, disableUrlAccess: true },
  );
  return {
    async send(message) {
      const composed = await transport.sendMail(message);
      await mkdir(outboxDirectory, { recursive: true, mode: 0o700 });
      const name = `${uuidv7()}.eml`;
      const file = path.resolve(outboxDirectory, name);
      // So that a watcher of the folder sees complete messages only.
      const part = `${path.resolve(outboxDirectory)}.${name}.part`;
      await writeFile(part, composed.message as Buffer, { mode: 0o600 });
      await rename(part, file);
      logger.info(
        { subject: message.subject, file },
        `mail written to ${file} because SMTP_URL is not set; open the file to read it`,
      );
    },
    close: () => {},
  };
}
