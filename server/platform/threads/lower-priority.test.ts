import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { getPriority } from 'node:os';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
// @ts-expect-error A plain script, without types.
import { serverFlags } from '../../../tools/install.mjs';
import { lowPriority } from './lower-priority.ts';

describe.runIf(process.platform === 'linux')('threads', () => {
  it('have a lower priority than the thread that starts them', async () => {
    const script = `import { getPriority } from 'node:os'; import { parentPort } from 'node:worker_threads';
      parentPort.postMessage(getPriority())`;
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`), lowPriority);
    const [priority] = (await once(worker, 'message')) as [number];
    expect(priority).toBe(Math.min(19, getPriority() + 5));
  });

  it('start in a process with flags of V8, as npm start sets them', async () => {
    expect(await inProcess(`console.log('started')`)).toContain('started');
  });

  it('have a smaller young generation than the event loop', async () => {
    const megabytes = await inProcess(`
      const kept = [];
      let largest = 0;
      for (let n = 0; n < 3_000_000; n += 1) {
        kept[n % 500_000] = { n };
        if (n % 100_000 > 0) continue;
        const young = process.getBuiltinModule('v8').getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
        largest = Math.max(largest, young.space_size / 1e6);
      }
      console.log(largest)`);
    expect(Number(megabytes)).toBeLessThan(40);
  });
});

/** What a thread prints, in a process as `npm start` makes it. */
async function inProcess(program: string): Promise<string> {
  const script = `import { Worker } from 'node:worker_threads';
    import { lowPriority } from ${JSON.stringify(new URL('lower-priority.ts', import.meta.url).href)};
    new Worker(new URL(${JSON.stringify(`data:text/javascript,${encodeURIComponent(program)}`)}), lowPriority)`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...serverFlags,
    '--input-type=module',
    '--eval',
    script,
  ]);
  return stdout;
}
