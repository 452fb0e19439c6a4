import type { UploadPreview } from '../../../wire/upload.ts';
import type { TileSet } from '../tile-archive/tile-set.ts';
import { planLayers, type PlannedLayer } from './plan-layers.ts';
import { uploadLimits, type UploadSource } from './upload-source.ts';

/** Maximum length of a text in a preview. */
const shownCharacters = 120;

/**
 * Reads the beginning of a file: its layers, their fields and first rows.
 * @throws MappingError `services:invalid-upload`
 */
export async function previewUpload(source: UploadSource): Promise<UploadPreview> {
  const { layers, complete } = await planLayers(source, { limit: uploadLimits.previewFeatures });
  return { format: source.format, complete, layers: layers.map(previewLayer), ...source.facts };
}

/** An archive of tiles: its layers, whose features are not counted. */
export function previewTiles({ minZoom, maxZoom, bounds, attribution, layers }: TileSet): UploadPreview {
  return {
    format: 'pmtiles',
    complete: false,
    layers: [],
    notes: [],
    tiles: {
      minZoom,
      maxZoom,
      bounds,
      attribution,
      layers: layers.map(({ name, fields }) => ({ name, fields })),
    },
  };
}

function previewLayer({ shape, featureCount, sample }: PlannedLayer): UploadPreview['layers'][number] {
  return {
    name: shape.name,
    geometryType: shape.geometryType ?? null,
    fields: shape.fields.map(({ name, type }) => ({ name, type })),
    featureCount,
    rows: sample.map((row) => shape.fields.map(({ source = '' }) => shown(row[source]))),
  };
}

function shown(value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return value;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
}
