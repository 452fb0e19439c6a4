import { once } from 'node:events';
import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { lowPriority } from './lower-priority.ts';

describe.runIf(process.platform === 'linux')('threads', () => {
  it('have a lower priority than the thread that starts them', async () => {
    const script = `import { getPriority } from 'node:os'; import { parentPort } from 'node:worker_threads';
      parentPort.postMessage(getPriority())`;
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`), lowPriority);
    const [priority] = (await once(worker, 'message')) as [number];
    expect(priority).toBe(Math.min(19, getPriority() + 5));
  });
});
