import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the range systems use for outgoing connections: a restart of the database needs the same port, still
 * free.
 */
const [lowest, highest] = [20_000, 32_000];

/** A free port of 127.0.0.1. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest);
    const probe = createServer();
    try {
      probe.listen(port, '127.0.0.1');
      await once(probe, 'listening');
      return port;
    } catch {
      // Taken: try another.
    } finally {
      probe.close();
    }
  }
}
