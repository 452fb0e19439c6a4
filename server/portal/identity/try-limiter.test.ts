import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTryLimiter } from './try-limiter.ts';

function setUp() {
  let time = 1_000_000;
  const limiter = createTryLimiter({ tries: 3, windowMs: 60_000, now: () => time });
  return {
    limiter,
    wait: (seconds: number) => {
      time += seconds * 1000;
    },
  };
}

describe('the try limiter', () => {
  it('allows so many tries a window and says how long to wait', async () => {
    const { limiter, wait } = setUp();
    for (const seconds of [0, 0, 0]) {
      expect(await limiter.take('ada')).toBe(seconds);
      wait(10);
    }
    expect(await limiter.take('ada')).toBe(30);
    wait(29.5);
    expect(await limiter.take('ada')).toBe(1);
    wait(0.5);
    expect(await limiter.take('ada')).toBe(0);
    expect(await limiter.take('ada')).toBe(10);
  });

  it('does not make a wait longer for trying during it', async () => {
    const { limiter, wait } = setUp();
    for (let count = 0; count < 3; count++) await limiter.take('ada');
    for (let count = 0; count < 100; count++) await limiter.take('ada');
    wait(60);
    expect(await limiter.take('ada')).toBe(0);
  });

  it('counts each key for itself, and a cleared one anew', async () => {
    const { limiter } = setUp();
    for (let count = 0; count < 4; count++) await limiter.take('ada');
    expect(await limiter.take('grace')).toBe(0);
    expect(await limiter.take('ada')).toBe(60);
    await limiter.clear('ada');
    expect(await limiter.take('ada')).toBe(0);
  });

  it('still counts after a flood of made-up names', async () => {
    const { limiter } = setUp();
    for (let count = 0; count < 3; count++) await limiter.take('ada');
    for (let count = 0; count < 10_100; count++) await limiter.take(`name ${count}`);
    expect(await limiter.take('ada')).toBe(60);
  });
});

describe('any history of tries', () => {
  type Step = { take: string } | { clear: string } | { wait: number };
  const key = fc.constantFrom('ada', 'grace');
  const steps: fc.Arbitrary<Step[]> = fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fc.record({ take: key }) },
      { weight: 1, arbitrary: fc.record({ clear: key }) },
      { weight: 2, arbitrary: fc.record({ wait: fc.integer({ min: 1, max: 70 }) }) },
    ),
    { maxLength: 60 },
  );

  it('never lets more than three of a key through in any minute, and a wait that is kept lets one through', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        const { limiter, wait } = setUp();
        let time = 0;
        const allowed: Record<string, number[]> = { ada: [], grace: [] };
        const answers: number[] = [];
        const expected: number[] = [];
        for (const step of history) {
          if ('wait' in step) {
            wait(step.wait);
            time += step.wait;
          } else if ('clear' in step) {
            await limiter.clear(step.clear);
            allowed[step.clear] = [];
          } else {
            // By hand: allowed below three, else until the oldest of the minute has passed.
            const recent = allowed[step.take]!.filter((at) => at > time - 60);
            expected.push(recent.length < 3 ? 0 : recent[0]! + 60 - time);
            allowed[step.take] = recent.length < 3 ? [...recent, time] : recent;
            answers.push(await limiter.take(step.take));
          }
        }
        expect(answers).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });
});
