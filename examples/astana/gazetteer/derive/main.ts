import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readExtract } from '../../derive/osm/read-extract.ts';
import { writeGazetteer } from '../../../write-gazetteer.ts';
import { addresses } from './addresses.ts';
import { pointsOfInterest } from './points-of-interest.ts';
import { quarters } from './quarters.ts';
import { streets } from './streets.ts';
import { surroundings } from './surroundings.ts';
import { waters } from './waters.ts';

// Makes examples/astana/gazetteer.ndjson.gz: `npm run derive -- gazetteer`.
const extract = join(
  dirname(fileURLToPath(import.meta.resolve('@mapbox/mvt-fixtures/package.json'))),
  'real-world/osm-qa-astana',
);
const elements = readExtract(extract);
const places = [streets, quarters, pointsOfInterest, waters, addresses].flatMap((derive) => derive(elements));

writeGazetteer(
  join(import.meta.dirname, '../../gazetteer.ndjson.gz'),
  {
    dataset: 'astana',
    version: '2017-12-04.1',
    attribution:
      '© OpenStreetMap contributors, Open Database Licence 1.0 (https://www.openstreetmap.org/copyright)',
  },
  places.map((place) => ({ ...place, ...surroundings })),
);
