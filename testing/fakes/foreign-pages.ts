import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Answer {
  type: string;
  body: string | Buffer;
}

/**
 * A third-party web server, on this computer but with another origin than the product. Its pages report to a
 * test by posting to `/report`.
 *
 * @param pages by path
 */
export async function startForeignPages(pages: Record<string, string | Answer>) {
  const requested: string[] = [];
  const reports: Record<string, unknown>[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/\?.*$/, '');
    requested.push(request.url ?? '');
    if (path === '/report') {
      let body = '';
      request.on('data', (part) => (body += String(part)));
      request.on('end', () => {
        reports.push(JSON.parse(body) as Record<string, unknown>);
        response.end();
      });
      return;
    }
    const page = pages[path];
    if (page === undefined) return void response.writeHead(404).end();
    const { type, body } = typeof page === 'string' ? { type: 'text/html', body: page } : page;
    response.setHeader('content-type', `${type}; charset=utf-8`);
    response.end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve);
  });
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    /** Addresses, in order. */
    requested,
    reports,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  };
}
