import { recordAct } from '../platform/audit/audit-store.ts';
import type { Database } from '../platform/database/connect.ts';

/** An act on users, groups or items of a portal organisation; `detail` holds no secret. */
export interface PortalAct {
  /** Stable code such as `person.disabled`. */
  act: string;
  /** The affected username or id. */
  subject: string;
  /** The portal organisation whose administrators see it; the actor's when absent. */
  orgId?: string;
  detail?: Record<string, unknown>;
}

/** Logs an act, in its transaction. */
export async function recordPortalAct(
  database: Database,
  actor: string,
  { act, subject, orgId, detail }: PortalAct,
  now: number,
): Promise<void> {
  await recordAct(
    database,
    {
      organisation: null,
      ...(orgId !== undefined && { orgId }),
      actor,
      act,
      subject,
      ...(detail && { detail }),
    },
    now,
  );
}
