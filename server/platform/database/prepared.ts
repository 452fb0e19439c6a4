import { sql } from 'kysely';
import pg from 'pg';
import { isBinaryStatement, queryInBinary } from './binary-rows.ts';

const mark = '/* prepared */';

/**
 * Ends a statement that many requests send (`modifyEnd`): each connection prepares it once, because planning it takes longer than
 * running it. Its text is always the same. Its columns are named: after a migration adds one, `*` would fail on the connections that
 * prepared it before.
 */
export const prepared = sql.raw(mark);

/** Statements that one connection prepares at most: PostgreSQL holds their plans until the connection ends. */
const mostPrepared = 50;

const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= mostPrepared) return known;
  const name = `prepared_${names.size}`;
  names.set(text, name);
  return name;
}

/** A connection that prepares the statements marked by `prepared`, and reads rows in binary (`binary-rows.ts`). */
export class PreparingClient extends pg.Client {}

// Every signature is passed on: the declared ones cannot be overridden by one method.
type Query = (...parameters: unknown[]) => unknown;
const preparing: Query = function preparing(this: pg.Client, statement, ...more) {
  const query = pg.Client.prototype.query as unknown as Query;
  if (isBinaryStatement(statement)) return queryInBinary(statement, (sent) => query.call(this, sent));
  const name = typeof statement === 'string' && statement.endsWith(mark) ? nameOf(statement) : undefined;
  return query.call(this, name === undefined ? statement : { name, text: statement }, ...more);
};
PreparingClient.prototype.query = preparing as unknown as typeof pg.Client.prototype.query;
