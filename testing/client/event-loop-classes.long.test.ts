import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expensiveRequests } from '../load/expensive-requests.ts';
import { type MeasuredDemo, startMeasuredDemo } from '../load/measured-demo.ts';
import { maxTurn } from '../rig/event-loop-suite.ts';

/**
 * Twenty of the most expensive requests of each class at once; `npm run test:load` sends forty, and measures the responses to other
 * callers too.
 */
let demo: MeasuredDemo;
const names = Object.keys(expensiveRequests);
const concurrency = 20;

beforeAll(async () => {
  demo = await startMeasuredDemo();
  // Compiling code at the first request of a kind does not count.
  for (const name of names) await demo.load({ name, concurrency, rounds: 1 });
});
afterAll(async () => {
  await demo?.stop();
});

describe('no class of requests blocks the event loop', () => {
  test.each(names)('%s', async (name) => {
    await demo.figures();
    const { statuses, withoutWait } = await demo.load({ name, concurrency, rounds: 1 });
    const { work } = await demo.figures();
    if (process.env['EVENT_LOOP_SHOW']) console.log(`${name}: ${work.toFixed(1)} ms`, statuses);
    expect(work).toBeLessThan(maxTurn);
    const failed = Object.keys(statuses).filter((status) => status.startsWith('5') && status !== '503');
    expect({ failed, withoutWait }).toEqual({ failed: [], withoutWait: 0 });
  });
});
