import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { getPriority } from 'node:os';
import { promisify } from 'node:util';
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

  it('start in a process with flags of V8, as npm start sets them', async () => {
    const script = `import { Worker } from 'node:worker_threads';
      import { lowPriority } from ${JSON.stringify(new URL('lower-priority.ts', import.meta.url).href)};
      new Worker(new URL('data:text/javascript,console.log("started")'), lowPriority)`;
    const flags = ['--max-semi-space-size=64', '--input-type=module', '--eval', script];
    const { stdout } = await promisify(execFile)(process.execPath, flags);
    expect(stdout).toContain('started');
  });
});
