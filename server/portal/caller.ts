import type { PortalRole } from '../platform/database/tables/portal.ts';

/** The caller. Groups are those the user is a member of (owner and administrators included). */
export type Caller =
  | { kind: 'anonymous' }
  | {
      kind: 'member';
      username: string;
      /** The user's portal organisation. */
      orgId: string;
      role: PortalRole;
      groupIds: readonly string[];
      tokenHash: string;
    };
