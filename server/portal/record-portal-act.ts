import { recordAct } from '../platform/audit/audit-store.ts';
import type { Database } from '../platform/database/connect.ts';

/** An act on people, groups or items of a portal organisation; `detail` holds no secret. */
export interface PortalAct {
  /** Stable word such as `person.disabled`. */
  act: string;
  /** Username or id it was done to. */
  subject: string;
  /** The portal organisation whose administrators read it; the actor's when absent. */
  orgId?: string;
  detail?: Record<string, unknown>;
}

/** Writes the audit line of an act, inside the transaction of what was done. */
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
