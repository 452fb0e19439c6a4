import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const places = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { name: 'Well' },
      geometry: { type: 'Point', coordinates: [71.43, 51.128] },
    },
  ],
};

/** A server with another origin than the product's, which serves one public GeoJSON file. */
export async function startOtherHost() {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    requested.push(request.url ?? '');
    response
      .writeHead(200, { 'content-type': 'application/geo+json', 'access-control-allow-origin': '*' })
      .end(JSON.stringify(places));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    /** Paths of the received requests. */
    requested,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
