import type { createTransport } from 'nodemailer';
import { limits } from '../../limits.ts';
import type { SmtpSettings } from './smtp-settings.ts';

export interface Mail {
  /** One address (`isMailAddress`). */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** BCP 47. */
  language: string;
}

/** Sends mail through the server of `SMTP_URL`. */
export interface Mailer {
  from: string;
  /** Resolves when the mail server has accepted the message. */
  send(mail: Mail): Promise<void>;
}

type Transport = ReturnType<typeof createTransport>;

export function createMailer({ host, port, secure, requiresTls, login, from }: SmtpSettings): Mailer {
  let transport: Promise<Transport> | undefined;
  const connect = async (): Promise<Transport> => {
    // An installation without mail does not load the library.
    const { createTransport } = await import('nodemailer');
    return createTransport({
      host,
      port,
      secure,
      requireTLS: requiresTls,
      ...(login && { auth: login }),
      connectionTimeout: limits.mailConnectSeconds * 1000,
      greetingTimeout: limits.mailConnectSeconds * 1000,
      socketTimeout: limits.mailSendSeconds * 1000,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  return {
    from: from.address,
    async send({ to, subject, text, html, language }) {
      transport ??= connect();
      const sending = (await transport).sendMail({
        from,
        // An object is not parsed as a list of addresses.
        to: { name: '', address: to },
        subject: oneLine(subject),
        text,
        html,
        // Programs that answer mail leave such messages alone (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
      });
      await withDeadline(sending).catch((error: Error) => {
        throw withoutAddresses(error, to);
      });
    },
  };
}

/**
 * The failure without addresses of people, which logs and administrators must not get: servers repeat that of the recipient, in any
 * case or without its domain, and name those that it leads to.
 */
function withoutAddresses(error: Error, to: string): Error {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  const name = to.slice(0, to.lastIndexOf('@')).toLowerCase();
  const message = error.message.replaceAll(/[^\s<>()[\]"',;:]+/g, (word) =>
    word.includes('@') || word.toLowerCase() === name ? '(address)' : word,
  );
  return Object.assign(new Error(message), { code, responseCode });
}

/** A header ends at a line break: what follows would be another header. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

/** A server that answers slowly, but often enough for the timeouts of a connection, does not hold up the queue. */
async function withDeadline(sending: Promise<unknown>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () =>
      reject(
        new Error(`The mail server did not accept the message within ${limits.mailSendSeconds} seconds.`),
      ),
    limits.mailSendSeconds * 1000,
  );
  try {
    await Promise.race([sending, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether a message would be refused again: its recipient or content was, rather than the connection. */
export function isRefusedForGood(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500;
}
