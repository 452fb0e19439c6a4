import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { HostedLayer } from '../layer/layer.ts';
import { LeastRecentlyUsed } from '../vector-tiles/tiles/least-recently-used.ts';
import { tableOf } from './feature-store.ts';

type Measures = Pick<HostedLayer, 'featureCount' | 'extent'>;

/** Views whose measures are remembered, each until an edit of its source. */
const remembered = 2000;
const known = new WeakMap<Database, LeastRecentlyUsed<Measures>>();

/**
 * A view's layer with the number and the extent of the features that it shows: those of its source would tell
 * about the others. Measured again after every edit; each time where the view depends on the time.
 */
export async function measureView(database: Database, layer: HostedLayer): Promise<HostedLayer> {
  const view = layer.viewDefinition;
  if (!view || view.where === null) return layer;
  // A transaction sees changes that may be undone.
  if (view.isVolatile || database.isTransaction) return { ...layer, ...(await measure(database, layer)) };
  const ofDatabase = known.get(database) ?? new LeastRecentlyUsed<Measures>(remembered);
  known.set(database, ofDatabase);
  const key = `${layer.tableName}/${layer.editedAt}`;
  const measures = ofDatabase.get(key) ?? (await measure(database, layer));
  ofDatabase.set(key, measures);
  return { ...layer, ...measures };
}

/** A layer of a moment with the number and the extent of the features that it had. */
export async function measurePast(database: Database, layer: HostedLayer): Promise<HostedLayer> {
  const ofDatabase = known.get(database) ?? new LeastRecentlyUsed<Measures>(remembered);
  known.set(database, ofDatabase);
  const key = `${layer.tableName}@${layer.moment ?? ''}/${layer.editedAt}`;
  const measures = ofDatabase.get(key) ?? (await measure(database, layer));
  ofDatabase.set(key, measures);
  return { ...layer, ...measures };
}

async function measure(database: Database, layer: HostedLayer): Promise<Measures> {
  const { rows } = await sql<{
    features: number;
    xmin: number | null;
    ymin: number | null;
    xmax: number | null;
    ymax: number | null;
  }>`select count(*)::float8 as features, min((box[1])[0]) as xmin, min((box[1])[1]) as ymin,
      max((box[0])[0]) as xmax, max((box[0])[1]) as ymax from ${tableOf(layer)}`.execute(database);
  const { features = 0, xmin = null, ymin = null, xmax = null, ymax = null } = rows[0] ?? {};
  const hasExtent = xmin !== null && ymin !== null && xmax !== null && ymax !== null;
  return { featureCount: features, extent: hasExtent ? { xmin, ymin, xmax, ymax } : null };
}
