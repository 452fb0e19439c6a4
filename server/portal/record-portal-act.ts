import { recordAct } from '../platform/audit/audit-store.ts';
import type { Database } from '../platform/database/connect.ts';
import { notify } from './community/notifications/notification-store.ts';
import { queueMail } from './mail/mail-store.ts';
import { isSecurityAct, securityActs } from './identity/security/security-acts.ts';

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

/** Logs an act, in its transaction, and notifies the user whose credentials or sign-ins it is about, by mail too. */
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
  if (!isSecurityAct(act)) return;
  const by = actor === subject ? {} : { by: actor };
  const data = { act, ...securityActs[act], ...by, ...detail };
  await notify(database, [subject], { type: 'account_security', data }, now);
  await queueMail(database, { kind: 'notice', username: subject, data }, now);
}
