import { DebianCluster, findDebianPostgresql } from './cluster.ts';

/** A cluster of Debian's own PostgreSQL in its own folder, created for this run and deleted after it. */
export interface DebianPostgresql {
  url: string;
  /** Major version, such as 15. */
  version: number;
  stop(): Promise<void>;
}

/** @returns the reason when this machine has none and it cannot be installed */
export async function startDebianPostgresql(): Promise<DebianPostgresql | { missing: string }> {
  const place = await findDebianPostgresql();
  if ('missing' in place) return place;
  const cluster = await DebianCluster.at(place, 'data');
  await cluster.create();
  await cluster.start();
  return {
    url: cluster.url,
    version: place.version,
    async stop() {
      await cluster.stop();
      await place.remove();
    },
  };
}
