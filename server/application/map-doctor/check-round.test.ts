import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/rig/test-database.ts';
import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import { saveConfig } from '../organisations/organisation-store.ts';
import { checkLayer } from './check-layer.ts';
import { checkRound, type DoctorOptions, OutOfTime } from './check-round.ts';
import { claimDueForeignMaps, recordSeen } from './foreign-map-store.ts';
import { claimDueMaps } from './map-check-store.ts';

/** A host whose name nobody resolves: requests for it never end. */
const silent = 'https://silent.example/FeatureServer';
const options = (more: Partial<DoctorOptions> = {}) =>
  ({
    now: Date.now,
    allowed: new Set(),
    lookup: (() => {}) as unknown as DoctorOptions['lookup'],
    ...more,
  }) as unknown as DoctorOptions;
/** Stores that a map could not be checked. */
const stored = async () => {};
afterEach(() => void vi.useRealTimers());

describe('a round of map checks', () => {
  test('checks other maps while one takes long', async () => {
    const others = Promise.withResolvers<void>();
    const checked: number[] = [];
    await checkRound(
      options(),
      async () => Array.from({ length: 20 }, (_none, number) => ({ organisation: 'town', number })),
      async ({ number }) => {
        if (number === 0) await others.promise;
        checked.push(number);
        if (checked.length === 19) others.resolve();
      },
      stored,
    );
    expect(checked).toHaveLength(20);
    expect(checked.at(-1)).toBe(0);
  });

  test('gives a map a time for all of its requests', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const found: unknown[] = [];
    const layer = { title: 'Roads', layerType: 'ArcGISFeatureLayer', url: silent, itemId: '' };
    const round = checkRound(
      options(),
      async () => [{ organisation: 'town' }],
      async (_map, ask) => {
        const layers = Array.from({ length: 100 }, () => checkLayer(layer, ask, () => silent));
        found.push(...(await Promise.all(layers)));
        await expect(ask(silent)).rejects.toThrow(OutOfTime);
      },
      stored,
    );
    await vi.advanceTimersByTimeAsync(limits.mapCheckMapMilliseconds);
    expect(await round).toBe(1);
    expect(found).toEqual(Array.from({ length: 100 }, () => ({ title: 'Roads', state: 'unchecked' })));
  });

  test('goes on after a failure, which it reports, and stores that the map could not be checked', async () => {
    const [checked, givenUp, reported]: [number[], number[], unknown[]] = [[], [], []];
    const failure = new Error('This map cannot be stored.');
    const count = await checkRound(
      options({ onFailure: (error) => void reported.push(error) }),
      async () => Array.from({ length: 20 }, (_none, number) => ({ organisation: 'town', number })),
      async ({ number }) => {
        if (number % 2 === 0) throw failure;
        checked.push(number);
      },
      async ({ number }) => {
        givenUp.push(number);
        // Not even that can be stored of one of them.
        if (number === 4) throw failure;
      },
    );
    expect(count).toBe(20);
    expect(checked).toHaveLength(10);
    expect(givenUp).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18]);
    expect(reported).toEqual(Array.from({ length: 11 }, () => failure));
  });

  test.each([
    ['its error', Object.assign(new Error('Connection terminated unexpectedly'), { code: '57P01' })],
    ['what is made of it', new MappingError('database:unreachable', 'Try again.', { status: 503 })],
    ['a full disk', Object.assign(new Error('No space left on device'), { code: '53100' })],
  ])('ends while the database is away, after the checks that run: %s', async (_what, failure) => {
    const [started, givenUp]: [number[], unknown[]] = [[], []];
    const round = checkRound(
      options(),
      async () => Array.from({ length: 20 }, (_none, number) => ({ organisation: 'town', number })),
      async ({ number }) => {
        started.push(number);
        throw failure;
      },
      async (map) => void givenUp.push(map),
    );
    await expect(round).rejects.toBe(failure);
    expect(started.length).toBeLessThanOrEqual(limits.concurrentMapChecks);
    expect(givenUp).toEqual([]);
  });

  test('ends when it is stopped, even if a check never does', async () => {
    const stopping = new AbortController();
    const round = checkRound(
      options({ signal: stopping.signal }),
      async () => [{ organisation: 'town' }],
      () => {
        stopping.abort();
        return new Promise<void>(() => {});
      },
      stored,
    );
    expect(await round).toBe(0);
  });

  test('leaves a check that never ends when its claim expires', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const [givenUp, reported]: [unknown[], unknown[]] = [[], []];
    const round = checkRound(
      options({ onFailure: (error) => void reported.push(error) }),
      async () => [{ organisation: 'town' }],
      () => new Promise<void>(() => {}),
      async (map) => void givenUp.push(map),
    );
    await vi.advanceTimersByTimeAsync(limits.mapCheckClaimMilliseconds);
    expect(await round).toBe(1);
    expect(reported).toEqual([expect.any(OutOfTime)]);
    expect(givenUp).toEqual([{ organisation: 'town' }]);
  });

  test('leaves the rest when it is stopped', async () => {
    const stopping = new AbortController();
    const started: number[] = [];
    const count = await checkRound(
      options({ signal: stopping.signal }),
      async () => Array.from({ length: 20 }, (_none, number) => ({ organisation: 'town', number })),
      async ({ number }) => {
        started.push(number);
        stopping.abort();
      },
      stored,
    );
    expect(count).toBe(0);
    expect(started.length).toBeLessThanOrEqual(limits.concurrentMapChecks);
  });
});

describe('the turns of due maps', () => {
  let rig: TestDatabase;
  const now = 10 * 24 * 3_600_000;
  const due = (max: number) => ({ now, before: now - 1000, until: now + 1000, max });
  beforeAll(async () => {
    rig = await createTestDatabase();
  });
  afterAll(() => rig.drop());

  test('are those of organisations, and of the owners of each', async () => {
    const owners = { busy: ['ann', 'bea'], calm: ['cas'] };
    for (const [organisation, names] of Object.entries(owners)) {
      await sql`insert into portal_organisation (id, created_at) values (${organisation}, 0)`.execute(
        rig.database,
      );
      for (const name of names)
        await sql`insert into portal_user (username, full_name, role, org_id, created_at, modified_at)
          values (${name}, ${name}, 'org_user', ${organisation}, 0, 0)`.execute(rig.database);
    }
    const maps = [...Array.from({ length: 50 }, (_none, number) => ['ann', number]), ['bea', 1], ['cas', 1]];
    for (const [owner, number] of maps)
      await sql`insert into portal_item (id, owner, type, title, created_at, modified_at)
        values (${`${owner}${number}`}, ${owner}, 'Web Map', 'Map', 0, 0)`.execute(rig.database);
    // Maps that were checked before have their turn, too, beside new ones.
    await sql`insert into map_check (item_id, item_modified_at, claimed_until, checked_at)
      values ('cas1', 0, 0, 1), ('bea1', 0, 0, 1)`.execute(rig.database);
    const claimed = await claimDueMaps(rig.database, due(4));
    expect(claimed.map(({ id }) => id).toSorted()).toEqual(['ann0', 'ann1', 'bea1', 'cas1']);
    expect(claimed.slice(0, 2).map(({ id }) => id)).toEqual(['ann0', 'cas1']);
  });

  test('are those of organisations for maps of other portals', async () => {
    const portal = 'https://portal.example';
    for (const name of ['busy', 'calm'])
      await saveConfig(rig.database, name, { portal: { url: portal } }, 'test');
    const ids = Array.from({ length: 50 }, (_none, number) => `busy${number}`);
    await recordSeen(rig.database, { organisation: 'busy', portal }, ids, now);
    await recordSeen(rig.database, { organisation: 'calm', portal }, ['calm'], now);
    await sql`update foreign_map_check set checked_at = 1 where organisation = 'calm'`.execute(rig.database);
    const claimed = await claimDueForeignMaps(rig.database, due(2));
    expect(claimed.map(({ organisation }) => organisation).toSorted()).toEqual(['busy', 'calm']);
  });
});
