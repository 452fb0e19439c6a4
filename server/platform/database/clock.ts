import { sql } from 'kysely';

/**
 * The clock of the database, in epoch milliseconds. It decides where processes of several machines decide about each other: whether one
 * still works on something, and who does it next.
 */
export const databaseNow = sql<number>`(extract(epoch from statement_timestamp()) * 1000)::bigint`;
