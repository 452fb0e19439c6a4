import type { PortalRole } from '../platform/database/tables/portal.ts';

/** Who is calling. Groups are those the person is a member of (owner and administrators included). */
export type Caller =
  | { kind: 'anonymous' }
  | {
      kind: 'member';
      username: string;
      /** The portal organisation the person belongs to. */
      orgId: string;
      role: PortalRole;
      groupIds: readonly string[];
      tokenHash: string;
    };
