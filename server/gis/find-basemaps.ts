import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { VectorTileService } from './vector-tiles/archive/archive-service.ts';

/**
 * The operator's own basemaps: every `NAME.pmtiles` in `{dataDir}/basemaps` (Protomaps schema) becomes the
 * services `NAME-light` and `NAME-dark`. Names that would need escaping in an address are ignored.
 */
export async function findBasemaps(dataDir: string): Promise<VectorTileService[]> {
  const folder = path.join(dataDir, 'basemaps');
  const files = await readdir(folder).catch(() => []);
  return files
    .filter((file) => /^[A-Za-z0-9][A-Za-z0-9_-]*\.pmtiles$/.test(file))
    .toSorted()
    .flatMap((file) =>
      bothStyles(file.replace(/\.pmtiles$/, ''), path.join(folder, file), '© OpenStreetMap contributors'),
    );
}

/** The light and the dark service of one archive. */
export function bothStyles(name: string, archivePath: string, copyright: string): VectorTileService[] {
  return [
    { name: `${name}-light`, title: `${name}, light`, archivePath, style: 'light', copyright },
    { name: `${name}-dark`, title: `${name}, dark`, archivePath, style: 'dark', copyright },
  ];
}
