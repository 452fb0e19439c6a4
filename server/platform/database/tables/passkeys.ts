/** Passkeys of the embedded portal's users. Times are epoch milliseconds. */
export interface PasskeyTables {
  portal_passkey: PortalPasskeyTable;
  portal_used_challenge: PortalUsedChallengeTable;
}

/** The public key of an authenticator with which a user signs in. */
interface PortalPasskeyTable {
  /** The credential's id, base64url. */
  id: string;
  username: string;
  /** COSE. */
  public_key: Uint8Array;
  counter: number;
  transports: string[];
  name: string;
  synced: boolean;
  created_at: number;
  used_at: number | null;
}

/** A challenge that was answered, until it expires. */
interface PortalUsedChallengeTable {
  /** SHA-256, hex. */
  challenge_hash: string;
  expires_at: number;
}
