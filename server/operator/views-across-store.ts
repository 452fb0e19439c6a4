import type { Database } from '../platform/database/connect.ts';
import { unassigned } from '../portal/organisation/portal-organisation-store.ts';

/**
 * Views that show features of another organisation's service, where one of the two is the user's: to edit such a view is to
 * edit the features of the other organisation. Users without an organisation are moved one after the other, so theirs are left out.
 */
export async function listViewsAcross(database: Database, username: string): Promise<string[]> {
  const rows = await database
    .selectFrom('hosted_layer as layer')
    .innerJoin('hosted_service as view', 'view.id', 'layer.service_id')
    .innerJoin('hosted_service as source', 'source.id', 'layer.source_service_id')
    .innerJoin('portal_item as shown', 'shown.id', 'view.item_id')
    .innerJoin('portal_item as origin', 'origin.id', 'source.item_id')
    .select(['view.name as view', 'source.name as source'])
    .distinct()
    .whereRef('shown.org_id', '<>', 'origin.org_id')
    .where('shown.org_id', '<>', unassigned)
    .where('origin.org_id', '<>', unassigned)
    .where((eb) => eb.or([eb('shown.owner', '=', username), eb('origin.owner', '=', username)]))
    .orderBy('view.name')
    .orderBy('source.name')
    .execute();
  return rows.map(({ view, source }) => `${view} (a view of ${source})`);
}
