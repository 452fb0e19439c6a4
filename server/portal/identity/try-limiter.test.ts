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
