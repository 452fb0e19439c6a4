import { connectDatabase } from '../../server/platform/database/connect.ts';
import { createHostedLayer } from '../../server/gis/storage/create-hosted-layer.ts';

/** A program for tests that kill it: loads features endlessly and prints how many are loaded. */
function* features() {
  for (let n = 0; ; n += 1)
    yield { properties: { n }, geometry: { type: 'Point', coordinates: [n % 180, 0] } };
}

await createHostedLayer(
  { database: connectDatabase(process.argv[2] ?? '') },
  {
    serviceName: 'Endless',
    layers: [
      {
        name: 'Endless',
        geometryType: 'esriGeometryPoint',
        fields: [{ name: 'n', type: 'esriFieldTypeInteger' }],
        features: features(),
      },
    ],
    onProgress: (loaded) => console.log(loaded),
  },
);
