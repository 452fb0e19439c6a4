import { sql } from 'kysely';
import pg from 'pg';
import { z } from 'zod';
import { databaseTimeouts } from '../../limits.ts';
import { type Database, sessionSettings } from './connect.ts';

/** The one channel of this product; payloads name what they are about. */
const channel = 'mapping_live';
const retryMilliseconds = 1_000;

export interface NotificationListener {
  onNotification: (payload: string) => void;
  /** Called when listening begins again after a lost connection: notifications in between were lost. */
  onRestored: () => void;
}

export interface Notifications {
  close(): Promise<void>;
}

/** A connection that waits for notifications as long as it is open, and for answers to its statements not longer than others. */
export class ListeningClient extends pg.Client {
  constructor(url: string) {
    super({
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      // A database that accepts statements and answers none.
      query_timeout: databaseTimeouts.reserved.statement * 1000,
      // A node that was cut off is noticed within eleven seconds. By default that would take two hours.
      keepAlive: true,
      keepAliveInitialDelayMillis: 1000,
    });
  }

  async listen(): Promise<void> {
    await this.connect();
    await this.query(sessionSettings(databaseTimeouts.reserved, true));
    await this.query(`listen ${channel}`);
  }
}

/**
 * Receives the notifications of all processes of a database, this one included, on a connection of its own. It connects again
 * until it succeeds, so a restart of the database is survived.
 */
export function listenToNotifications(url: string, listener: NotificationListener): Notifications {
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;
  const connect = async (): Promise<void> => {
    const next = new ListeningClient(url);
    client = next;
    let lost = false;
    const again = () => {
      if (lost || closed) return;
      lost = true;
      retry = setTimeout(() => void connect(), retryMilliseconds);
      retry.unref();
      next.end().catch(() => {});
    };
    next.on('error', again);
    next.on('end', again);
    next.on('notification', ({ payload = '' }) => listener.onNotification(payload));
    try {
      await next.listen();
      if (!closed) listener.onRestored();
    } catch {
      again();
    }
  };
  const first = connect();
  return {
    async close() {
      closed = true;
      clearTimeout(retry);
      await first;
      await client?.end().catch(() => {});
    },
  };
}

/** PostgreSQL accepts payloads of fewer than 8,000 bytes. */
export const maxPayloadBytes = 7_900;

/** Notifies all processes in one statement; within a transaction when it commits. */
export async function notifyProcesses(database: Database, payloads: readonly string[]): Promise<void> {
  await sql`
    select pg_notify(${channel}, payload)
    from unnest(cast(${[...payloads]} as text[])) with ordinality as each (payload, place) order by place`.execute(
    database,
  );
}

const endedSchema = z.object({ sessionsEnded: z.array(z.string()).nullable() });

/** More users than fit into a notification: everyone is meant. */
export const namedUsers = 50;

/** Notifies all processes that sessions of these users ended: who is still connected is checked again. */
export async function notifyOfEndedSessions(database: Database, usernames: readonly string[]): Promise<void> {
  const names = [...new Set(usernames)];
  const payload: z.infer<typeof endedSchema> = { sessionsEnded: names.length > namedUsers ? null : names };
  await notifyProcesses(database, [JSON.stringify(payload)]);
}

/** Whether sessions of a user ended, of a notification that says so; undefined of others. */
export function readEndedSessions(payload: string): ((username: string) => boolean) | undefined {
  if (!payload.startsWith('{"sessionsEnded":')) return undefined;
  const { sessionsEnded } = endedSchema.parse(JSON.parse(payload));
  return (username) => sessionsEnded?.includes(username) ?? true;
}
