import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../../testing/rig/test-database.ts';
import { limits } from '../../limits.ts';
import { type Act, countAct, recordAct } from './audit-store.ts';
import { forgetActs } from './forget-acts-store.ts';

let test: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  test = await createTestDatabase();
  await test.database
    .insertInto('portal_organisation')
    .values(['city', 'harbour'].map((id) => ({ id, url_key: id, settings: '{}', created_at: 0 })))
    .execute();
});
afterAll(() => test.drop());
beforeEach(() => test.database.deleteFrom('audit_entry').execute());

const day = 86_400_000;
const now = 20_000 * day;
const shared: Act = {
  organisation: null,
  orgId: 'city',
  actor: 'grace',
  act: 'item.shared',
  subject: 'grace',
};
const entries = (actor = 'grace') =>
  test.database
    .selectFrom('audit_entry')
    .select(['subject', 'detail', 'org_id'])
    .where('actor', '=', actor)
    .orderBy('id')
    .execute();
const fill = (number: number, at = now, orgId = 'city') =>
  sql`insert into audit_entry (org_id, at, actor, act) select ${orgId}, ${at}, 'grace', 'item.shared'
    from generate_series(1, ${number})`.execute(test.database);
/** A transaction that fails, instead of waiting for another one. */
const begin = async () => {
  const transaction = await test.database.startTransaction().execute();
  onTestFinished(async () => {
    if (!transaction.isCommitted) await transaction.rollback().execute();
  });
  await sql`set local lock_timeout = '100ms'`.execute(transaction);
  return transaction;
};

describe('acts that are repeated', () => {
  it('share an entry above a number per hour', async () => {
    await fill(limits.auditActsPerHour - 1);
    for (let time = 0; time < 4; time += 1)
      await recordAct(test.database, { ...shared, detail: { groups: [time] } }, now);
    const added = (await entries()).slice(limits.auditActsPerHour - 1);
    expect(added.map(({ detail }) => detail)).toEqual([{ groups: [0] }, { times: 3 }]);
  });

  it('share an entry per subject, so that the names of a few are kept', async () => {
    await fill(limits.auditActsPerHour);
    for (const subject of ['linus', 'otto', 'linus'])
      await recordAct(test.database, { ...shared, subject }, now);
    const added = (await entries()).slice(limits.auditActsPerHour);
    expect(added.map(({ subject, detail }) => [subject, detail])).toEqual([
      ['linus', { times: 2 }],
      ['otto', { times: 1 }],
    ]);
  });

  it('share one entry of all subjects above a larger number', async () => {
    await fill(limits.auditSubjectsPerHour);
    for (let subject = 0; subject < 5; subject += 1) {
      await recordAct(test.database, { ...shared, subject: `group${subject}` }, now);
      await countAct(test.database, { ...shared, subject: `service${subject}` }, now);
    }
    const added = (await entries()).slice(limits.auditSubjectsPerHour);
    expect(added.map(({ subject, detail }) => [subject, detail])).toEqual([['', { times: 10 }]]);
  });

  it.each([
    ['the entry was there before', 1],
    ['the entry is new', 0],
  ])('make no transaction of the same actor wait for another: %s', async (_, before) => {
    await fill(limits.auditActsPerHour);
    for (let time = 0; time < before; time += 1) await recordAct(test.database, shared, now);
    const [long, other] = await Promise.all([begin(), begin()]);
    await recordAct(long, shared, now);
    await recordAct(other, shared, now);
    await countAct(other, shared, now);
    await other.commit().execute();
    await long.commit().execute();
    await recordAct(test.database, shared, now);
    const added = (await entries()).slice(limits.auditActsPerHour);
    const times = added.map(({ detail }) => (detail as { times: number }).times);
    expect(times.reduce((sum, one) => sum + one)).toBe(before + 4);
    expect(times).toHaveLength(2);
  });

  it('hide none of another kind', async () => {
    await fill(limits.auditSubjectsPerHour);
    const reset: Act = { ...shared, act: 'person.password-reset', subject: 'linus', detail: { by: 'link' } };
    await recordAct(test.database, reset, now);
    expect((await entries()).at(-1)).toMatchObject({ subject: 'linus', detail: { by: 'link' } });
  });

  it('take no room of other actors, organisations and hours', async () => {
    await fill(limits.auditActsPerHour);
    await recordAct(test.database, { ...shared, actor: 'linus', detail: { own: 1 } }, now);
    expect(await entries('linus')).toMatchObject([{ detail: { own: 1 } }]);
    await recordAct(test.database, { ...shared, orgId: 'harbour', detail: { own: 2 } }, now);
    await recordAct(test.database, { ...shared, detail: { own: 3 } }, now + 3_600_000);
    const added = (await entries()).slice(limits.auditActsPerHour);
    expect(added).toMatchObject([{ detail: { own: 2 } }, { detail: { own: 3 } }]);
  });
});

describe('details', () => {
  it('are shortened', async () => {
    const groups = Array.from({ length: 200 }, (_, index) => `group${index}`.padEnd(32, 'x'));
    const detail = { title: '😀'.repeat(2000), groups };
    await recordAct(test.database, { ...shared, detail }, now);
    const [entry] = await entries();
    expect(JSON.stringify(entry?.detail).length).toBeLessThanOrEqual(limits.auditDetailCharacters);
    expect(entry?.detail).toMatchObject({ groups: expect.arrayContaining([groups[0]]) });
  });

  it('are kept as they are when they are short', async () => {
    const detail = { title: 'Parks', groups: ['a', 'b'] };
    await recordAct(test.database, { ...shared, detail }, now);
    expect((await entries())[0]?.detail).toEqual(detail);
  });
});

describe('the sweep', () => {
  const count = async (orgId: string) =>
    (await test.database.selectFrom('audit_entry').select('id').where('org_id', '=', orgId).execute()).length;

  it('deletes entries by age', async () => {
    await fill(12_000, now - 11 * day);
    await fill(5, now - 9 * day);
    await forgetActs({ days: 10, entries: 1_000_000 })(test.database, now);
    expect(await count('city')).toBe(5);
  });

  it('deletes the oldest entries of an organisation above its number, once a day', async () => {
    const forget = forgetActs({ days: 400, entries: 100 });
    await fill(10_250);
    await fill(40, now, 'harbour');
    await recordAct(test.database, { ...shared, act: 'item.deleted' }, now);
    await forget(test.database, now);
    expect([await count('city'), await count('harbour')]).toEqual([100, 40]);
    expect(
      await test.database.selectFrom('audit_entry').select('id').where('act', '=', 'item.deleted').execute(),
    ).toHaveLength(1);
    await fill(30);
    await forget(test.database, now);
    expect(await count('city')).toBe(130);
    await forget(test.database, now + day);
    expect(await count('city')).toBe(100);
  });
});
