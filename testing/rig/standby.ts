import { sql } from 'kysely';
import { connectDatabase, type Database } from '../../server/platform/database/connect.ts';
import { DebianCluster, type DebianPlace, findDebianPostgresql } from './debian/cluster.ts';

/** A PostgreSQL of Debian and a streaming replica of it. */
export interface Replicated {
  primary: DebianCluster;
  standby: DebianCluster;
  /** For statements about the replica. */
  ofStandby: Database;
  /** Waits until the replica has replayed all changes of the primary. */
  caughtUp(): Promise<void>;
  /** Whether the replica replays changes. */
  replay(resume: boolean): Promise<void>;
  stop(): Promise<void>;
}

/** @returns the reason when this machine has no PostgreSQL of Debian and it cannot be installed */
export async function startReplicated(): Promise<Replicated | { missing: string }> {
  const place = await findDebianPostgresql();
  if ('missing' in place) return place;
  try {
    return await replicate(place);
  } catch (error) {
    await place.remove();
    throw error;
  }
}

async function replicate(place: DebianPlace): Promise<Replicated> {
  const primary = await DebianCluster.at(place, 'primary');
  const standby = await DebianCluster.at(place, 'standby');
  await primary.create();
  await primary.start();
  await standby.copy(primary, '--write-recovery-conf');
  // A statement that is in the way of a change ends at once instead of after half a minute.
  await standby.start({ max_standby_streaming_delay: '0' });
  const ofPrimary = connectDatabase(primary.url, { poolSize: 1 });
  const ofStandby = connectDatabase(standby.url, { poolSize: 1 });
  return {
    primary,
    standby,
    ofStandby,
    async caughtUp() {
      const { rows } = await sql<{ at: string }>`select pg_current_wal_flush_lsn()::text as at`.execute(
        ofPrimary,
      );
      for (;;) {
        const replayed = await sql<{
          isSo: boolean;
        }>`select pg_last_wal_replay_lsn() >= ${rows[0]?.at}::pg_lsn as "isSo"`.execute(ofStandby);
        if (replayed.rows[0]?.isSo) return;
      }
    },
    async replay(resume) {
      await sql`select ${sql.raw(resume ? 'pg_wal_replay_resume()' : 'pg_wal_replay_pause()')}`.execute(
        ofStandby,
      );
    },
    async stop() {
      await standby.signal('SIGCONT').catch(() => {});
      await Promise.all([ofPrimary.destroy(), ofStandby.destroy()]);
      await Promise.all([standby, primary].map((each) => each.stop('immediate').catch(() => {})));
      await place.remove();
    },
  };
}
