import { countAct } from '../../platform/audit/audit-store.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { HostedService } from '../layer/layer.ts';

/** An act on a service that clients may repeat. */
interface ServiceAct {
  act: `service.${string}`;
  /** null: a visitor. */
  actor: string | null;
  detail: { title: string; parts?: readonly string[]; owner?: string };
}

/**
 * Logs an act in its transaction, for the organisation that the service belongs to: that of its item, whose owner may have moved
 * since the service got its address.
 */
export async function recordServiceAct(
  transaction: Database,
  { name, orgId, itemId }: Pick<HostedService, 'name' | 'orgId' | 'itemId'>,
  { act, actor, detail }: ServiceAct,
  now: number,
): Promise<void> {
  const item = await transaction
    .selectFrom('portal_item')
    .select('org_id')
    .where('id', '=', itemId ?? '')
    .executeTakeFirst();
  await countAct(
    transaction,
    {
      organisation: null,
      orgId: item?.org_id ?? orgId,
      actor: actor ?? '',
      act,
      subject: name,
      detail: { ...detail, item: itemId },
    },
    now,
  );
}
