import type { Database } from '../../server/platform/database/connect.ts';
import { createHostedLayer } from '../../server/gis/storage/create-hosted-layer.ts';
import type { SourceFeature } from '../../server/gis/storage/service-input.ts';
import { step } from './feature-service-rows.ts';

/** Rectangular and L-shaped buildings, row by row, like those of a city's register. */
function* buildings(count: number): Generator<SourceFeature> {
  const width = Math.ceil(Math.sqrt(count));
  for (let n = 0; n < count; n += 1) {
    const [x, y] = [(n % width) * step, Math.floor(n / width) * step];
    const [a, b] = [step * (0.4 + (n % 5) / 10), step * (0.4 + (n % 7) / 14)];
    const corner =
      n % 3 === 0
        ? [
            [x + a, y + b / 2],
            [x + a / 2, y + b / 2],
            [x + a / 2, y + b],
          ]
        : [[x + a, y + b]];
    yield {
      properties: {
        name: `Building ${n}`,
        levels: n % 23,
        use: ['dwelling', 'office', 'shop', 'school'][n % 4],
        area: (n % 1000) / 3,
      },
      geometry: { type: 'Polygon', coordinates: [[[x, y], [x + a, y], ...corner, [x, y + b], [x, y]]] },
    };
  }
}

/** Loads the service `Bench{size}` with this many buildings. @returns features per second */
export async function load(database: Database, size: number): Promise<number> {
  const started = performance.now();
  await createHostedLayer(
    { database },
    {
      serviceName: `Bench${size}`,
      layers: [
        {
          name: 'Buildings',
          geometryType: 'esriGeometryPolygon',
          fields: [
            { name: 'name', type: 'esriFieldTypeString' },
            { name: 'levels', type: 'esriFieldTypeInteger' },
            { name: 'use', type: 'esriFieldTypeString' },
            { name: 'area', type: 'esriFieldTypeDouble' },
          ],
          features: buildings(size),
        },
      ],
    },
  );
  return Math.round((size / (performance.now() - started)) * 1000);
}
