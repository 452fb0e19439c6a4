import type { PortalClient } from '../rig/portal-client.ts';

/** A read that a visitor or member makes. @throws Error when it is not answered with 200 */
export type Read = () => Promise<void>;

/** Reads of every kind, in the proportions of a visit to a map: mostly features and tiles. */
export async function createReads(url: string, client: PortalClient): Promise<Record<string, Read>> {
  const token = await client.token('ada');
  const own = (path: string, parameters: Record<string, string>) =>
    client.call(`/content/users/ada/${path}`, { token, ...parameters });
  const fields = [{ name: 'n', type: 'esriFieldTypeInteger', alias: 'n' }];
  const service = await own('createService', {
    createParameters: JSON.stringify({
      name: 'Grid',
      capabilities: 'Create,Query,Editing',
      layers: [{ name: 'Grid', geometryType: 'esriGeometryPoint', fields }],
    }),
  });
  const layer = `${service['serviceurl']}/0`;
  const adds = Array.from({ length: 2000 }, (_none, n) => ({
    attributes: { n },
    geometry: { x: (n % 50) / 10, y: Math.floor(n / 50) / 10 },
  }));
  await fetch(`${layer}/applyEdits`, {
    method: 'POST',
    body: new URLSearchParams({ f: 'json', token, adds: JSON.stringify(adds) }),
  });
  await own(`items/${service['itemId']}/share`, { everyone: 'true' });
  const map = await own('addItem', { type: 'Web Map', title: 'Open map', text: '{"version":"2.31"}' });
  await own(`items/${map['id']}/share`, { everyone: 'true' });
  const tiles = String(service['serviceurl']).replace('FeatureServer', 'VectorTileServer');
  const query = (parameters: Record<string, string>) =>
    `${layer}/query?${new URLSearchParams({ f: 'json', where: '1=1', ...parameters }).toString()}`;
  let turn = 0;
  const part = () => (turn = (turn + 1) % 40) / 10;
  const reading =
    (address: () => string): Read =>
    async () => {
      const response = await fetch(address(), { signal: AbortSignal.timeout(60_000) });
      const text = await response.text();
      if (!response.ok || text.startsWith('{"error"'))
        throw new Error(`${response.status} ${text.slice(0, 200)}`);
    };
  const area = () => {
    const [xmin, ymin] = [part(), part()];
    return JSON.stringify({ xmin, ymin, xmax: xmin + 2, ymax: ymin + 2 });
  };
  const window = { geometryType: 'esriGeometryEnvelope', inSR: '4326', outFields: '*' };
  const tile = () => {
    const zoom = turn % 8;
    // The tile north-east of the origin, where the features are.
    const middle = Math.floor(2 ** zoom / 2);
    return `${tiles}/tile/${zoom}/${Math.max(0, middle - 1)}/${middle}.pbf`;
  };
  const statistics = JSON.stringify([{ statisticType: 'avg', onStatisticField: 'n' }]);
  return {
    page: reading(() => `${url}/town`),
    configuration: reading(() => `${url}/api/town/config`),
    search: reading(() => `${client.root}/search?f=json&num=24&q=type%3A%22Web%20Map%22%20map`),
    map: reading(() => `${client.root}/content/items/${map['id']}/data?f=json`),
    features: reading(() => query({ ...window, geometry: area() })),
    pbf: reading(() => query({ ...window, geometry: area(), f: 'pbf', returnCountOnly: 'false' })),
    statistics: reading(() => query({ outStatistics: statistics })),
    tile: reading(tile),
    places: reading(
      () => `${url}/server/rest/services/Places/GeocodeServer/suggest?f=json&text=street%20${turn}`,
    ),
  };
}
