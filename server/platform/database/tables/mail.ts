import type { ColumnType, Generated, JSONColumnType } from 'kysely';

/** Mail of the embedded portal to its users. Times are epoch milliseconds. */
export interface MailTables {
  mail_message: MailMessageTable;
  portal_mail_token: PortalMailTokenTable;
}

/**
 * `forgotten`: someone entered `data.typed` to get a link, and no account has been looked up yet. `password`: a link to choose a
 * password. `code`: a code that confirms an address. `notice`: a sign-in or a changed credential.
 */
export type MailKind = 'forgotten' | 'password' | 'code' | 'notice';

/** A message that waits, or was sent in the last hours. It holds no secret: tokens are made when it is sent. */
interface MailMessageTable {
  id: ColumnType<number, never, never>;
  kind: MailKind;
  /** null: not looked up yet. */
  username: string | null;
  /** null: the confirmed address that the user has when it is sent. */
  recipient: string | null;
  data: JSONColumnType<Record<string, unknown>, string, string>;
  created_at: number;
  /** When it is due, or, while a process sends it, when another one may. */
  next_at: number;
  /** When it is given up. */
  expires_at: number;
  tries: Generated<number>;
  /** Why the last try failed, in the mail server's words. */
  problem: Generated<string>;
  sent_at: number | null;
}

/** A link or code that was sent to an address of a user. */
interface PortalMailTokenTable {
  /** SHA-256, hex. */
  token_hash: string;
  kind: 'password' | 'code';
  username: string;
  /** The address it was sent to: it works only while the user has that one. */
  email: string;
  expires_at: number;
}
