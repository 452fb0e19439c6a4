import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { memoryOf } from './memory.ts';

describe.runIf(process.platform === 'linux')('memory of a server', () => {
  it('contains the processes that it has started', async () => {
    const before = await memoryOf(process.pid);
    const script =
      'globalThis.filled = Buffer.alloc(60_000_000, 1); process.stdout.write("ready"); setInterval(() => {}, 1000);';
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      await once(child.stdout, 'data');
      const { server, others } = await memoryOf(process.pid);
      expect(server).toBeGreaterThan(10);
      expect(others - before.others).toBeGreaterThan(60);
    } finally {
      child.kill();
    }
  });
});
