import { sql } from 'kysely';
import pg from 'pg';
import { isBinaryStatement, queryInBinary } from './binary-rows.ts';
import { followStatement, outcomeUnknown } from './commit-outcome.ts';

const mark = '/* prepared */';

/**
 * Ends a statement that many requests send (`modifyEnd`): each connection prepares it once, because planning it takes longer than
 * running it. Its text is always the same. Its columns are named: after a migration adds one, `*` would fail on the connections that
 * prepared it before.
 */
export const prepared = sql.raw(mark);

/** Statements that one connection prepares at most: PostgreSQL holds their plans until the connection ends. */
const maxPrepared = 50;

const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= maxPrepared) return known;
  const name = `prepared_${names.size}`;
  names.set(text, name);
  return name;
}

/**
 * A connection that prepares the statements marked by `prepared`, reads rows in binary (`binary-rows.ts`), and knows which of its
 * failed statements may have saved something (`commit-outcome.ts`).
 */
export class PreparingClient extends pg.Client {
  /** Whether its session is read-only. */
  readonly reads: boolean = false;
  /** Whether what the running statement saves is on this node only. */
  isOnlyHere = false;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('notice', ({ routine }) => {
      if (routine === waitForStandby) this.isOnlyHere = true;
    });
  }
}

/**
 * Where PostgreSQL warns that it waits no longer for a second node, because the statement was cancelled. The
 * statement then succeeds, and would be lost with this node.
 */
const waitForStandby = 'SyncRepWaitForLSN';

export class ReadingClient extends PreparingClient {
  override readonly reads = true;
}

// Every signature is passed on: the declared ones cannot be overridden by one method.
type Query = (...parameters: unknown[]) => unknown;
const preparing: Query = function preparing(this: PreparingClient, statement, ...more) {
  const query = pg.Client.prototype.query as unknown as Query;
  if (isBinaryStatement(statement)) return queryInBinary(statement, (sent) => query.call(this, sent));
  if (typeof statement !== 'string') return query.call(this, statement, ...more);
  const name = statement.endsWith(mark) ? nameOf(statement) : undefined;
  const sent = name === undefined ? statement : { name, text: statement };
  const explain = followStatement(this, statement, this.reads);
  if (!explain) return query.call(this, sent, ...more);
  this.isOnlyHere = false;
  /** @returns the error of a statement that has ended */
  const errorOf = (error: unknown) => {
    if (error) return explain(error);
    return this.isOnlyHere ? outcomeUnknown() : error;
  };
  const callback = more.at(-1);
  if (typeof callback === 'function') {
    const explained = (error: unknown, result: unknown) => (callback as Query)(errorOf(error), result);
    return query.call(this, sent, ...more.slice(0, -1), explained);
  }
  return (query.call(this, sent, ...more) as Promise<unknown>).then(
    (result) => {
      const error = errorOf(undefined);
      if (error) throw error;
      return result;
    },
    (error: unknown) => {
      throw explain(error);
    },
  );
};
PreparingClient.prototype.query = preparing as unknown as typeof pg.Client.prototype.query;
