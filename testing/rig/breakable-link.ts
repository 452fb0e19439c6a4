import { createServer, connect, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A connection to the database that a test can break and restore. */
export interface BreakableLink {
  /** The same database through this connection. */
  url: string;
  /** Closes every connection and refuses new ones. */
  break(): Promise<void>;
  /** Passes nothing on and closes nothing, like a node that was cut off. */
  silence(): void;
  restore(): Promise<void>;
}

export async function linkTo(databaseUrl: string): Promise<BreakableLink> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  let isSilent = false;
  const server = createServer((near) => {
    if (isSilent) {
      open.add(near);
      near.on('error', () => {});
      return;
    }
    const far = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
    near.pipe(far).pipe(near);
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', resolve);
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    silence() {
      isSilent = true;
      for (const socket of open) socket.unpipe().pause();
    },
    async restore() {
      if (!isSilent) return listen(port);
      isSilent = false;
      for (const socket of open) socket.destroy();
    },
    async break() {
      const closed = new Promise((resolve) => {
        server.close(resolve);
      });
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
