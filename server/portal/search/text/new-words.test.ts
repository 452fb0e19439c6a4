import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPortalData, type PortalData } from '../../../../testing/rig/portal-data.ts';
import { limits } from '../../../limits.ts';
import { addItem } from '../../content/items/create-item.ts';
import { deleteItem, updateItem } from '../../content/items/item-store.ts';

let rig: PortalData;
let item: string;
beforeAll(async () => {
  rig = await createPortalData();
  for (const username of ['grace', 'linus']) await rig.addUser(username);
});
afterAll(() => rig.stop());
beforeEach(async () => {
  await rig.database.deleteFrom('counted_try').execute();
  item = await addItem(rig.context, 'grace', { title: 'Trees', type: 'Web Map' });
});

let number = 0;
/** Words that no item has had, which are their own stems. */
const invented = (count: number) =>
  Array.from({ length: count }, () =>
    String((number += 1))
      .padStart(6, '0')
      .replaceAll(/\d/g, (digit) => 'bcdfghjklm'.charAt(Number(digit))),
  ).join(' ');
/** By the hundred. */
const counted = async () => (await rig.database.selectFrom('counted_try').selectAll().execute()).length;
const describeBy = (description: string, id = item) => updateItem(rig.database, id, { description });
const full = limits.newWordsPerHour / 100;
/** Counts words for grace, before. */
const countBefore = (hundreds: number, millisecondsAgo: number) =>
  sql`insert into counted_try (key, at)
    select encode(sha256(convert_to('new words of grace', 'UTF8')), 'hex'),
      (extract(epoch from clock_timestamp()) * 1000)::bigint - ${millisecondsAgo}::bigint
    from generate_series(1, ${hundreds}::integer)`.execute(rig.database);

test('words that no item had are counted by the hundred, and none twice', async () => {
  const words = invented(1000);
  await rig.database.deleteFrom('counted_try').execute();
  await describeBy(words);
  expect(await counted()).toBe(10);
  await describeBy('');
  await describeBy(words);
  await deleteItem(rig.database, item);
  await addItem(rig.context, 'linus', { title: 'Trees', type: 'Web Map', description: words });
  // The name of another owner.
  expect(await counted()).toBeLessThanOrEqual(11);
});

test('more of them than a limit within an hour are refused, for the items of one owner', async () => {
  await countBefore(full, 1_800_000);
  await expect(describeBy(invented(200))).rejects.toMatchObject({ code: 'MQ002' });
  const { description } = await rig.database
    .selectFrom('portal_item')
    .select('description')
    .where('id', '=', item)
    .executeTakeFirstOrThrow();
  expect(description).toBe('');
  await expect(describeBy('Trees')).resolves.toBeUndefined();
  const other = await addItem(rig.context, 'linus', { title: 'Lakes', type: 'Web Map' });
  await expect(describeBy(invented(200), other)).resolves.toBeUndefined();
});

test('those of the hour before are not counted', async () => {
  await countBefore(full, 3_700_000);
  await expect(describeBy(invented(200))).resolves.toBeUndefined();
});
