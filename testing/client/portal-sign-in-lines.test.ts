import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CommunityRig, createCommunityRig } from '../rig/community-rig.ts';
import { password } from '../rig/portal-client.ts';

let rig: CommunityRig;
beforeAll(async () => {
  rig = await createCommunityRig();
});
afterAll(() => rig.stop());
beforeEach(async () => {
  await rig.database.deleteFrom('audit_entry').execute();
  await rig.database.deleteFrom('counted_try').execute();
});

const signIn = (username: string, given: string) => rig.call('/generateToken', { username, password: given });
const lines = () =>
  rig.database
    .selectFrom('audit_entry')
    .select(['actor', 'act', 'subject', 'detail'])
    .orderBy('id')
    .execute();
const timesOf = (all: { detail: unknown }[]) =>
  all.reduce((sum, { detail }) => sum + Number((detail as { times: number }).times), 0);

test('logs a sign-in with user and address', async () => {
  await signIn('GRACE', password);
  expect(await lines()).toEqual([
    {
      actor: 'grace',
      act: 'person.signed-in',
      subject: 'grace',
      detail: { address: expect.stringContaining('127.0.0.1'), times: 1 },
    },
  ]);
});

test('logs failed attempts of an account in one entry a minute', async () => {
  for (let tries = 0; tries < 12; tries += 1) await signIn('grace', 'wrong');
  const written = await lines();
  // The test may span two minutes.
  expect(written.length).toBeLessThanOrEqual(2);
  expect(written[0]).toMatchObject({ actor: '', act: 'person.sign-in-failed', subject: 'grace' });
  expect(timesOf(written)).toBe(12);
});

test('logs failed attempts of unknown names in one shared entry without a name', async () => {
  for (let tries = 0; tries < 8; tries += 1) await signIn(`made-up-${tries}`, 'wrong');
  const written = await lines();
  expect(written.length).toBeLessThanOrEqual(2);
  expect(timesOf(written)).toBe(8);
  expect(JSON.stringify(written)).not.toContain('made-up');
});
