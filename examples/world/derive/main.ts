import { join } from 'node:path';
import { writeGazetteer } from '../../write-gazetteer.ts';
import { cities } from './cities.ts';
import { countries } from './countries.ts';

// Makes examples/world/gazetteer.ndjson.gz: `npm run derive -- world`.
writeGazetteer(
  join(import.meta.dirname, '../gazetteer.ndjson.gz'),
  {
    dataset: 'world',
    version: '2023-03-05.1',
    attribution:
      'Cities: GeoNames (https://www.geonames.org), CC BY 4.0, changed. Countries: Natural Earth, public domain; names: Unicode CLDR',
  },
  [...countries(), ...cities()],
);
