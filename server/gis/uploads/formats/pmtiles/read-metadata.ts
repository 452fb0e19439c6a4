import { z } from 'zod';
import { limits } from '../../../../limits.ts';
import { DamagedArchive } from '../../../tile-archive/tile-directory.ts';
import type { TileSet } from '../../../tile-archive/tile-set.ts';
import { uploadFault } from '../../upload-source.ts';
import { cut, storedText } from '../../../../platform/safety/stored-text.ts';

const zoom = z.number().int().min(0).max(30).optional().catch(undefined);

/** The members of the metadata that are used; others may be of any kind. */
const schema = z.object({
  attribution: z.string().optional().catch(undefined),
  vector_layers: z
    .array(
      z.object({
        id: z.string().min(1).max(200),
        minzoom: zoom,
        maxzoom: zoom,
        fields: z.record(z.string(), z.unknown()).optional().catch(undefined),
      }),
    )
    .min(1),
});

/** Characters of the credits that are kept, and of the name of a field. */
const creditsCharacters = 1000;
const fieldCharacters = 200;

/**
 * The layers and the credits in the metadata of an archive (PMTiles 3, "JSON Metadata").
 * @throws DamagedArchive without layers, which the format requires for vector tiles
 */
export function readMetadata(
  bytes: Buffer,
  zooms: Pick<TileSet, 'minZoom' | 'maxZoom'>,
): Pick<TileSet, 'attribution' | 'layers'> {
  const read = schema.safeParse(parse(bytes));
  if (!read.success) throw new DamagedArchive('its metadata describe no vector_layers');
  const { attribution = '', vector_layers: layers } = read.data;
  if (layers.length > limits.tileLayers)
    throw uploadFault('too-many-layers', {}, { found: layers.length, most: limits.tileLayers });
  const unique = new Map(layers.map((layer) => [layer.id, layer]));
  let room: number = limits.tileFields;
  const readFields = (fields: Readonly<Record<string, unknown>>) => {
    const names = Object.keys(fields).slice(0, Math.min(limits.layerFields, room));
    room -= names.length;
    return names.map((name) => cut(storedText(name), fieldCharacters));
  };
  return {
    attribution: cut(plainText(attribution), creditsCharacters),
    layers: [...unique.values()].map(({ id, minzoom, maxzoom, fields = {} }) => ({
      name: storedText(id),
      minZoom: minzoom ?? zooms.minZoom,
      maxZoom: maxzoom ?? zooms.maxZoom,
      fields: readFields(fields),
    })),
  };
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new DamagedArchive('its metadata are not valid JSON');
  }
}

const named: Readonly<Record<string, string>> = { '&copy;': '©', '&amp;': '&', '&quot;': '"', '&#39;': "'" };

/** Credits are often links in HTML. Clients may show them as HTML again, so that no bracket may remain. */
function plainText(html: string): string {
  return storedText(html)
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&(?:copy|amp|quot|#39);/g, (entity) => named[entity] ?? '')
    .replaceAll(/[<>]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
