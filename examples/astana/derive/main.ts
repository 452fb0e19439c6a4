import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { makeBasemap, type City } from './basemap/make-basemap.ts';
import { makeGlyphs } from './glyphs/make-glyphs.ts';
import { allLayers } from './layers/all-layers.ts';
import { layerFile } from './layers/layer-file.ts';
import { allMaps } from './maps/all-maps.ts';
import { webMap } from './maps/web-map.ts';
import { readExtract } from './osm/read-extract.ts';
import { makeSprites } from './sprites/make-sprites.ts';

const here = dirname(fileURLToPath(import.meta.url));
const astanaFolder = join(here, '..');
const services = join(here, '../../../server/gis/vector-tiles');
const extract = join(
  dirname(fileURLToPath(import.meta.resolve('@mapbox/mvt-fixtures/package.json'))),
  'real-world/osm-qa-astana',
);

/** Astana as the extract holds it: tiles 2859…2862 / 1366…1369 of zoom 12. */
const city: City = {
  name: 'Astana',
  center: [71.4306, 51.1282],
  bounds: [71.279297, 51.069017, 71.630859, 51.289406],
};

const steps: Record<string, () => void> = {
  basemap: () => write(join(astanaFolder, 'basemap.pmtiles'), makeBasemap(readExtract(extract), city)),
  layers: () => writeAll(join(astanaFolder, 'layers'), layerFiles()),
  maps: () => writeAll(join(astanaFolder, 'web-maps'), mapFiles()),
  glyphs: () => writeAll(join(services, 'glyphs'), makeGlyphs()),
  sprites: () => writeAll(join(services, 'sprites'), makeSprites()),
};

function layerFiles(): Map<string, Uint8Array> {
  const elements = readExtract(extract);
  return new Map(
    allLayers.map((layer) => [`${layer.key}.geojson.gz`, gzipSync(layerFile(layer, elements), { level: 9 })]),
  );
}

function mapFiles(): Map<string, string> {
  return new Map(
    allMaps.map((draft) => [`${draft.key}.json`, `${JSON.stringify(webMap(draft), null, 2)}\n`]),
  );
}

function write(path: string, content: string | Uint8Array) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  console.log(`${relative(process.cwd(), path)}: ${Math.ceil(content.length / 1024)} kB`);
}

function writeAll(folder: string, files: Map<string, string | Uint8Array>) {
  for (const [name, content] of files) write(join(folder, name), content);
}

const wanted = process.argv.slice(2);
for (const [name, run] of Object.entries(steps)) {
  if (wanted.length === 0 || wanted.includes(name)) run();
}
