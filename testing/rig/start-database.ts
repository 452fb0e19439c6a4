import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** A PostgreSQL for tests. */
export interface TestDatabaseServer {
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts a fresh PostgreSQL, the embedded one or Debian's own, which stops however this process ends.
 * @returns the reason when this machine has none and it cannot be installed
 */
export async function startDatabase(
  kind: 'embedded' | 'debian',
): Promise<TestDatabaseServer | { missing: string }> {
  const program = path.join(import.meta.dirname, 'database-process.ts');
  // Detached: Ctrl-C must not reach it before the tests that use it have ended.
  const child = spawn(process.execPath, [program, kind], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [firstLine] = (await Promise.race([once(child.stdout, 'data'), ended])) as [unknown];
  const first = String(firstLine).trim();
  if (!first.startsWith('postgres:')) return { missing: first };
  return {
    url: first,
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}
