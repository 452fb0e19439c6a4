import { expect, test } from 'vitest';
import { runs } from '../rig/long.ts';
import { runKills } from '../kills/run-kills.ts';

/** Ten kills here; `npm run test:kills -- 200` for more. */
test('kills among writers lose nothing acknowledged, and leave nothing half-written', async () => {
  const { lost, halves, acknowledged } = await runKills({ kills: runs(10, 20), seed: 1 });
  expect(Object.values(acknowledged).every((count) => count > 0)).toBe(true);
  expect({ lost, halves }).toEqual({ lost: [], halves: [] });
}, 1_800_000);
