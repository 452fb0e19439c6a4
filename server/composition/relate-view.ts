import type { Database } from '../platform/database/connect.ts';
import { addRelation } from '../portal/content/relations/relation-store.ts';

/** A view is derived from its source, and made of the source's data, as ArcGIS relates them. Threads load this too. */
export async function relateView(transaction: Database, view: string, source: string): Promise<void> {
  await addRelation(transaction, { origin_id: source, destination_id: view, type: 'Service2Service' });
  await addRelation(transaction, { origin_id: view, destination_id: source, type: 'Service2Data' });
}
