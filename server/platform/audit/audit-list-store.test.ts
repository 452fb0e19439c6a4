import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../testing/rig/test-database.ts';
import type { Database } from '../database/connect.ts';
import { saveConfig } from '../../application/organisations/organisation-store.ts';
import { auditChoices, type AuditFilter, listActs } from './audit-list-store.ts';
import { type Act, recordAct } from './audit-store.ts';

let test: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  test = await createTestDatabase();
  await saveConfig(test.database, 'town', {}, 'test');
  await saveConfig(test.database, 'village', {}, 'test');
  await test.database
    .insertInto('portal_organisation')
    .values(['city', 'harbour'].map((id) => ({ id, url_key: id, settings: '{}', created_at: 0 })))
    .execute();
  const acts: [Act, number][] = [
    [{ organisation: 'town', actor: 'ada', act: 'config.saved', subject: '1' }, 10],
    [{ organisation: 'village', actor: 'olga', act: 'config.saved', subject: '1' }, 20],
    [{ organisation: null, orgId: 'city', actor: 'ada', act: 'person.disabled', subject: 'grace' }, 30],
    [{ organisation: null, orgId: 'harbour', actor: 'olaf', act: 'person.disabled', subject: 'hal' }, 35],
    [{ organisation: 'town', actor: 'grace', act: 'logo.uploaded', detail: { bytes: 3 } }, 40],
  ];
  for (const [act, at] of acts) await recordAct(test.database, act, at);
});
afterAll(() => test.drop());

const listed = async (filter: AuditFilter = {}, max = 10) =>
  (await listActs(test.database, 'town', filter, max)).map(({ at }) => Number(at));

describe('audit log', () => {
  it('lists entries of the organisation, newest first', async () => {
    expect(await listed()).toEqual([40, 10]);
  });

  it('includes entries of its own portal organisation, and of no other', async () => {
    expect(await listed({ portalOrgId: 'city' })).toEqual([40, 30, 10]);
  });

  it.each<[string, AuditFilter, number[]]>([
    ['person', { actor: 'ada', portalOrgId: 'city' }, [30, 10]],
    ['act', { act: 'config.saved', portalOrgId: 'city' }, [10]],
    ['beginning, inclusive', { from: 40 }, [40]],
    ['end, exclusive', { until: 40 }, [10]],
    ['a person without entries', { actor: 'olga' }, []],
  ])('filters entries by %s', async (_what, filter, expected) => {
    expect(await listed(filter)).toEqual(expected);
  });

  it('is paged', async () => {
    const [first] = await listActs(test.database, 'town', { portalOrgId: 'city' }, 1);
    expect(await listed({ portalOrgId: 'city', before: first?.id ?? 0 }, 1)).toEqual([30]);
  });

  it('keeps the subject and the details of an entry, or none', async () => {
    const [saved] = await listActs(test.database, 'town', { act: 'config.saved' }, 1);
    expect(saved).toMatchObject({ actor: 'ada', subject: '1', detail: {} });
    const [act] = await listActs(test.database, 'town', { act: 'logo.uploaded' }, 1);
    expect(act).toMatchObject({ actor: 'grace', subject: '', detail: { bytes: 3 } });
  });
});

describe('filter options', () => {
  it('are the organisation’s, with the portal’s where that is its own', async () => {
    expect(await auditChoices(test.database, 'town')).toEqual({
      actors: ['ada', 'grace'],
      acts: ['config.saved', 'logo.uploaded'],
    });
    expect((await auditChoices(test.database, 'town', 'city')).acts).toContain('person.disabled');
    expect((await auditChoices(test.database, 'village')).actors).toEqual(['olga']);
  });
});

describe('a long log', () => {
  beforeAll(async () => {
    await sql`insert into audit_entry (organisation, at, actor, act)
      select 'village', n, 'olga' || n % 3, 'config.saved' from generate_series(100, 30000) as n`.execute(
      test.database,
    );
    await sql`insert into audit_entry (organisation, org_id, at, actor, act)
      select null, 'city', n, 'ada', 'item.shared' from generate_series(100, 30000) as n`.execute(
      test.database,
    );
    await sql`analyze audit_entry`.execute(test.database);
  });

  /** Entries that are read, in an index or in the table. */
  const entriesRead = (run: (database: Database) => Promise<unknown>) =>
    test.database.transaction().execute(async (transaction) => {
      const read = async () => {
        const { rows } = await sql<{ read: number }>`select
          (pg_stat_get_xact_tuples_returned(r) + pg_stat_get_xact_tuples_fetched(r))::integer as read
          from (select 'audit_entry'::regclass as r) as relation`.execute(transaction);
        return rows[0]?.read ?? 0;
      };
      const before = await read();
      await run(transaction);
      return (await read()) - before;
    });

  it.each<[string, AuditFilter]>([
    ['an actor without entries', { actor: 'nobody' }],
    ['an act without entries', { act: 'nothing.done' }],
    ['everything', {}],
  ])('is not read as a whole for a page of %s', async (_what, filter) => {
    const page = { ...filter, portalOrgId: 'city' };
    expect(await entriesRead((database) => listActs(database, 'village', page, 50))).toBeLessThan(1000);
  });

  it('is not read as a whole for the values to filter by', async () => {
    const choices = (database: Database) => auditChoices(database, 'village', 'city');
    expect(await choices(test.database)).toMatchObject({
      actors: ['ada', 'olga', 'olga0', 'olga1', 'olga2'],
    });
    expect(await entriesRead(choices)).toBeLessThan(1000);
  });
});
