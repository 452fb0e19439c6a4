import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { GazetteerFile } from '../server/gis/geocode/gazetteer/load-gazetteer-file.ts';
import type { Place } from '../server/gis/geocode/place.ts';

/** Writes a gazetteer file (docs/places.md). The same places give the same bytes. */
export function writeGazetteer(
  path: string,
  header: Omit<GazetteerFile, 'places'>,
  places: readonly Place[],
): void {
  const lines = [header, ...places].map((line) => JSON.stringify(line));
  const packed = gzipSync(`${lines.join('\n')}\n`, { level: 9 });
  writeFileSync(path, packed);
  console.log(`${path}: ${places.length} places, ${Math.ceil(packed.length / 1024)} kB`);
}
