import { writeGeoJson } from '../../geometry/geojson.ts';
import type { FileWriter, Target } from '../export-format.ts';
import { plainValue } from './write-csv.ts';

/** One FeatureCollection (RFC 7946), one feature per line. */
export function geojsonWriter(file: Target): FileWriter {
  return {
    layer({ layer, name }) {
      const { fields } = layer;
      let separator = '\n';
      file.write(`{"type":"FeatureCollection","name":${JSON.stringify(name)},"features":[`);
      return {
        add({ objectId, values, geometry }) {
          const properties = Object.fromEntries(
            fields.map((field, index) => [field.name, plainValue(field, values[index] ?? null)]),
          );
          const shape = geometry && writeGeoJson(geometry);
          const feature = { type: 'Feature', id: objectId, geometry: shape, properties };
          file.write(`${separator}${JSON.stringify(feature)}`);
          separator = ',\n';
        },
        end() {
          file.write('\n]}\n');
          file.end();
        },
      };
    },
    finish() {},
  };
}
