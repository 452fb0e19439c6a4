import type pg from 'pg';
import { readMayLag } from '../../platform/database/lagging-read.ts';
import type { HostedLayer } from '../layer/layer.ts';

/** A row of `hosted_layer` on a replica is that of the primary when the same transaction wrote it. */
const sameRows = `select count(*)::int as count
  from unnest($1::int[], $2::int[], $3::text[]) as wanted (service_id, layer_id, version)
  join hosted_layer using (service_id, layer_id) where hosted_layer.xmin::text = wanted.version`;

/**
 * Reads features of layers, on a replica that has the last change of each of them (`docs/decisions/0032-reads-of-replicas.md`).
 * @param layers as read on the primary, where access was decided
 */
export function readFromReplica<Result>(
  layers: readonly Pick<HostedLayer, 'versions'>[],
  read: () => Promise<Result>,
): Promise<Result> {
  const versions = layers.flatMap((layer) => layer.versions);
  const values = [
    versions.map(({ serviceId }) => serviceId),
    versions.map(({ layerId }) => layerId),
    versions.map(({ version }) => version),
  ];
  const isCurrent = async (client: Pick<pg.ClientBase, 'query'>) => {
    const { rows } = await client.query<{ count: number }>(sameRows, values);
    return rows[0]?.count === versions.length;
  };
  return readMayLag(isCurrent, read);
}
