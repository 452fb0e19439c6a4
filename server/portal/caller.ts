import type { PortalRole } from '../platform/database/tables/portal.ts';

/** An application that called with a token of its own. */
export interface CallingApp {
  clientId: string;
  itemId: string;
  owner: string;
  orgId: string;
  title: string;
}

/**
 * The caller. An application sees what everyone sees. Groups are those the user is a member of (owner and administrators included).
 */
export type Caller =
  | { kind: 'anonymous'; app?: CallingApp }
  | {
      kind: 'member';
      username: string;
      /** The user's portal organisation. */
      orgId: string;
      role: PortalRole;
      /** Privileges of a role that the organisation defined; they replace those of `role`. */
      granted?: readonly string[] | null;
      groupIds: readonly string[];
      tokenHash: string;
      /** When the session of the token began, in epoch milliseconds; refreshing keeps it. Unknown: not recent. */
      signedInAt?: number;
      /** Whether the token was issued for a password (`generateToken`), as scripts do. */
      byPassword?: boolean;
      /** Whether the token only proves the user's identity to another server. */
      provesIdentity?: boolean;
    };
