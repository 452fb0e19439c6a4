import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Database, inReadTransaction } from './connect.ts';
import { explainFailure } from './explain-failure.ts';
import { Primary } from './primary.ts';
import { requirePrimaryWithin, rescueStatements, StandIn, StandInScope, withStandIn } from './stand-in.ts';
import { WorkPool } from './work-pool.ts';

const lost = () => Object.assign(new Error('Connection terminated unexpectedly'));
const readOnly = () => Object.assign(new Error('cannot execute INSERT'), { code: '25006' });

/** A connection whose statements settle as given, one after the other. */
function client(...answers: (string | Error)[]) {
  const statements: string[] = [];
  const released: unknown[] = [];
  const made = {
    query: async (text: string) => {
      statements.push(text);
      const answer = answers.shift() ?? 'answered';
      if (answer instanceof Error) throw answer;
      return answer;
    },
    release: (error: unknown) => void released.push(error),
    end: async () => {},
  };
  return { client: made as unknown as pg.PoolClient, statements, released };
}

describe('a statement that loses its connection', () => {
  test('runs on a replica', async () => {
    const [primary, replica] = [client(lost()), client('rows')];
    rescueStatements(primary.client, async () => replica.client);
    expect(await primary.client.query('select 1')).toBe('rows');
    expect(replica).toMatchObject({ statements: ['select 1'], released: [undefined] });
  });

  test('runs on another replica when the first one is lost, too', async () => {
    const replicas = [client(lost()), client('rows')];
    const primary = client(lost());
    const all = replicas.map((each) => each.client);
    rescueStatements(primary.client, async () => all.shift() as pg.PoolClient);
    expect(await primary.client.query('select 1')).toBe('rows');
    expect(replicas[0]?.released).toEqual([true]);
  });

  test('fails when it writes, and is not tried again', async () => {
    const replica = client(readOnly());
    const primary = client(lost());
    rescueStatements(primary.client, async () => replica.client);
    const failure = await primary.client.query('insert').catch((error: unknown) => error);
    expect(explainFailure(failure)).toMatchObject({ id: 'database:unreachable', status: 503 });
    expect(replica.statements).toEqual(['insert']);
  });

  test('fails within a transaction', async () => {
    const replica = client();
    const primary = client('begun', lost());
    rescueStatements(primary.client, async () => replica.client);
    await primary.client.query('begin');
    await expect(primary.client.query('select 1')).rejects.toThrow('terminated');
    expect(replica.statements).toEqual([]);
  });

  test('fails when it ends a transaction, whatever a replica would answer', async () => {
    const replica = client();
    const primary = client('begun', 'inserted', lost());
    rescueStatements(primary.client, async () => replica.client);
    await primary.client.query('begin');
    await primary.client.query('insert');
    await expect(primary.client.query('commit')).rejects.toThrow('terminated');
    expect(replica.statements).toEqual([]);
  });

  test('fails with errors of its own as without replicas', async () => {
    const replica = client();
    const primary = client(Object.assign(new Error('division by zero'), { code: '22012' }));
    rescueStatements(primary.client, async () => replica.client);
    await expect(primary.client.query('select 1/0')).rejects.toThrow('division by zero');
    expect(replica.statements).toEqual([]);
  });
});

describe('a replica that is lost while it stands in', () => {
  const connected = async (...replicas: ReturnType<typeof client>[]) => {
    const primary = new Primary();
    primary.lose(Date.now(), 1000n);
    const all = replicas.map((each) => each.client);
    const standIn = { take: async () => all.shift(), end: async () => {} } as unknown as StandIn;
    const pool = new WorkPool({}, { primary, standIn });
    const taken = await withStandIn(new StandInScope(), () => pool.connect());
    return { taken, close: () => pool.end() };
  };

  test('leaves its statement to another one', async () => {
    const [first, second] = [client(lost()), client('rows')];
    const { taken, close } = await connected(first, second);
    expect(await taken.query('select 1')).toBe('rows');
    taken.release();
    expect(second).toMatchObject({ statements: ['select 1'], released: [undefined] });
    await close();
  });

  test('does not leave a part of a transaction to it', async () => {
    const [first, second] = [client('begun', lost()), client('rows')];
    const { taken, close } = await connected(first, second);
    await taken.query('begin');
    await expect(taken.query('select 1')).rejects.toThrow('terminated');
    expect(second.statements).toEqual([]);
    await close();
  });
});

test('a read in a transaction is done again as a whole, also when the replica is lost, too', async () => {
  const answers: (Error | string)[] = [lost(), lost(), 'rows'];
  const execute = async () => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const database = { transaction: () => ({ setAccessMode: () => ({ execute }) }) } as unknown as Database;
  const read = () => inReadTransaction(database, async () => undefined);
  expect(await withStandIn(new StandInScope(), read)).toBe('rows');
});

describe('a replica', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const take = async (...positions: object[]) => {
    const primary = new Primary();
    primary.lose(Date.now(), 1000n);
    const replica = client(...(positions as never[]));
    const standIn = new StandIn(() => ({ connect: async () => replica.client }) as pg.Pool, primary);
    const scope = new StandInScope();
    const taken = standIn.take(scope).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(2000);
    return { taken: await taken, replica, scope };
  };
  const behind = { rows: [{ isCurrent: false }] };

  test('gets a moment to replay what it needs', async () => {
    const { taken, replica, scope } = await take(behind, behind, { rows: [{ isCurrent: true }] });
    expect(taken).toBe(replica.client);
    expect(scope.since).toBeDefined();
  });

  const connecting = async (...answers: (pg.PoolClient | Error)[]) => {
    const connect = vi.fn<() => Promise<pg.PoolClient>>(async () => {
      const answer = answers.shift();
      if (!answer || answer instanceof Error) throw answer ?? lost();
      return answer;
    });
    const standIn = new StandIn(() => ({ connect }) as unknown as pg.Pool, new Primary());
    const taken = standIn.take(new StandInScope()).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(5000);
    return { taken: await taken, connect };
  };

  test('is asked for again when the connection was closed before it was made', async () => {
    const current = client({ rows: [{ isCurrent: true }] } as never);
    const { taken } = await connecting(lost(), Object.assign(new Error(), { code: '57P03' }), current.client);
    expect(taken).toBe(current.client);
  });

  test('is not asked for endlessly', async () => {
    const { taken, connect } = await connecting();
    expect(explainFailure(taken)).toMatchObject({ status: 503 });
    expect(connect).toHaveBeenCalledTimes(5);
  });

  test('answers nothing when it stays behind', async () => {
    const { taken, replica, scope } = await take(...Array.from({ length: 100 }, () => behind));
    expect(explainFailure(taken)).toMatchObject({ status: 503 });
    expect(new Set(replica.released)).toEqual(new Set([true]));
    expect(scope.since).toBeUndefined();
  });

  test('decides about tokens for minutes, not longer', () => {
    const scope = new StandInScope();
    withStandIn(scope, () => {
      expect(() => requirePrimaryWithin(10)).not.toThrow();
      scope.use(Date.now());
      vi.advanceTimersByTime(600_000);
      expect(() => requirePrimaryWithin(10)).not.toThrow();
      vi.advanceTimersByTime(1);
      expect(() => requirePrimaryWithin(10)).toThrow('The primary is away.');
      scope.close();
      expect(() => requirePrimaryWithin(10)).not.toThrow();
    });
  });
});
