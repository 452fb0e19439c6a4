import { expect, test } from 'vitest';
import { createChangingWriter } from '../kills/changing-writer.ts';
import { runKills } from '../kills/run-kills.ts';
import { type Acknowledged, findLost } from '../kills/writing.ts';
import { runs } from '../rig/long.ts';

const changes = [
  'features, updated',
  'features, deleted',
  'items, updated',
  'items, shared',
  'items, deleted',
  'shared maps, revoked',
];

/** Ten kills here; `npm run test:kills -- 200` for more. */
test('kills among writers lose nothing acknowledged, and leave nothing half-written', async () => {
  const { lost, halves, acknowledged } = await runKills({ kills: runs(10, 20), seed: 1, expected: changes });
  expect({ lost, halves }).toEqual({ lost: [], halves: [] });
  expect(Object.entries(acknowledged).filter(([, count]) => count === 0)).toEqual([]);
  expect(Object.keys(acknowledged)).toEqual(expect.arrayContaining(changes));
}, 1_800_000);

/** How it is found afterwards: as it was added, after its first and its second change, or as none of them leaves it. */
test.each([
  { shown: 0, lost: ['thing 1, updated'] },
  { shown: 1, lost: [] },
  { shown: 2, lost: ['thing 1', 'thing 1, updated'] },
  { shown: -1, lost: ['thing 1', 'thing 1, updated'] },
])('findLost reports $lost for an updated thing in state $shown', async ({ shown, lost }) => {
  const write = createChangingWriter(async (number) => ({
    what: `thing ${number}`,
    changes: { updated: async () => true, deleted: async () => true },
    changesShown: async () => (number === 1 ? shown : 0),
  }));
  const all: Acknowledged[] = [];
  // Two are added, then the first is updated.
  for (const number of [1, 2, 3]) {
    const written = await write(number);
    if (written) all.push(written);
  }
  expect(await findLost(all)).toEqual(lost);
});
