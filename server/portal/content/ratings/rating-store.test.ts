import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPortalData, type PortalData } from '../../../../testing/rig/portal-data.ts';
import { findItem, insertItem, type NewItem } from '../items/item-store.ts';
import { findRating, saveRating } from './rating-store.ts';

let data: PortalData;
const people = ['ada', 'grace', 'linus', 'olga'];
let items = 0;

beforeAll(async () => {
  data = await createPortalData();
  for (const person of [...people, 'owner']) await data.addUser(person);
});
afterAll(() => data.stop());

async function addItem(): Promise<string> {
  const id = `item${(items += 1)}`;
  const times = { created_at: 1, modified_at: 1 };
  await insertItem(data.database, {
    id,
    owner: 'owner',
    type: 'Web Map',
    title: 'Parks',
    ...times,
  } as NewItem);
  return id;
}

const standing = async (id: string) => {
  const item = await findItem(data.database, id);
  return { number: item?.num_ratings, mean: item?.avg_rating };
};

test('keeps count and mean of an item for any sequence of ratings', async () => {
  const step = fc.record({
    person: fc.constantFrom(...people),
    // Deleted where there is none.
    rating: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const id = await addItem();
      const model = new Map<string, number>();
      for (const [index, { person, rating }] of steps.entries()) {
        await saveRating(
          data.database,
          id,
          person,
          rating === undefined ? undefined : { rating, created_at: index },
        );
        if (rating === undefined) model.delete(person);
        else model.set(person, rating);
        const all = [...model.values()];
        const mean = all.length === 0 ? 0 : all.reduce((sum, each) => sum + each, 0) / all.length;
        const { number, mean: kept } = await standing(id);
        expect(number).toBe(all.length);
        expect(kept).toBeCloseTo(mean, 9);
        expect((await findRating(data.database, id, person))?.rating).toBe(rating);
      }
    }),
    { numRuns: 15 },
  );
});

test('counts all ratings given at the same moment', async () => {
  const id = await addItem();
  await Promise.all(
    people.map((person, index) =>
      saveRating(data.database, id, person, { rating: index + 1, created_at: 1 }),
    ),
  );
  expect(await standing(id)).toEqual({ number: 4, mean: 2.5 });
  await Promise.all(people.slice(0, 3).map((person) => saveRating(data.database, id, person, undefined)));
  expect(await standing(id)).toEqual({ number: 1, mean: 4 });
});

test('keeps the ratings of items separate', async () => {
  const [one, other] = [await addItem(), await addItem()];
  await saveRating(data.database, one, 'ada', { rating: 5, created_at: 1 });
  expect(await standing(other)).toEqual({ number: 0, mean: 0 });
  expect(await findRating(data.database, other, 'ada')).toBeUndefined();
});
