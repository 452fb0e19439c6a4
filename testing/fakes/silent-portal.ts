import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A portal that accepts every request and never answers, as behind a failed proxy. */
export async function startSilentPortal() {
  let received = 0;
  let open = 0;
  const server = createServer((request, response) => {
    received += 1;
    open += 1;
    request.resume();
    response.once('close', () => {
      open -= 1;
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Requests since the start. */
    received: () => received,
    /** Requests that still wait for a response. */
    open: () => open,
    /** Ends what waits. */
    hangUp: () => server.closeAllConnections(),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
