import { accountPath } from '../paths.ts';
import type { PortalConnection } from '../portal-connection.ts';
import { portalRequest } from '../portal-request.ts';

/** Sends a code to the user's own address, as their profile has it. */
export async function sendEmailCode(connection: PortalConnection, username: string): Promise<void> {
  await portalRequest(connection, `${accountPath(username)}/email/sendCode`, { body: {} });
}

/** Confirms the address that the code was sent to. */
export async function confirmEmail(
  connection: PortalConnection,
  username: string,
  code: string,
): Promise<void> {
  await portalRequest(connection, `${accountPath(username)}/email/confirm`, { body: { code } });
}

/** How the embedded portal sends mail. */
export interface MailState {
  /** The sender's address. */
  from: string;
  /** Messages to members that have not been sent yet. */
  waiting: number;
  /** Why, as the mail server reports it. */
  problem: string | null;
}

/** Null: the portal sends no mail. */
export async function loadMailState(
  connection: PortalConnection,
  signal?: AbortSignal,
): Promise<MailState | null> {
  const { mail } = await portalRequest<{ mail: MailState | null }>(connection, 'portals/self/mail', {
    signal,
  });
  return mail;
}

/** Sends a message to the administrator. @returns their address */
export async function sendTestMail(connection: PortalConnection): Promise<string> {
  const { to } = await portalRequest<{ to: string }>(connection, 'portals/self/mail/test', { body: {} });
  return to;
}
