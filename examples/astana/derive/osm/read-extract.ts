import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { classifyRings, VectorTile, type VectorTileFeature } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { mapPositions } from '../geometry/map-positions.ts';
import type { Geometry, Position } from '../geometry/types.ts';
import { orient } from '../geometry/winding.ts';
import { usefulTags, type Element } from './element.ts';
import { joinPieces, type Piece } from './join-pieces.ts';

/** The side of the world in the units of the extract: zoom 12 tiles of 2^20 units. */
const worldUnits = 2 ** 32;

/**
 * Reads every tile of an extract in the "OSM QA tiles" form (file names `z-x-y.mvt`, one layer `osm`) and
 * returns each node and way once, joined where the edges of the tiles had cut it.
 */
export function readExtract(folder: string): Element[] {
  const pieces = new Map<string, Piece[]>();
  const tags = new Map<string, Record<string, unknown>>();
  for (const name of readdirSync(folder)
    .filter((file) => file.endsWith('.mvt'))
    .sort()) {
    const [, x = 0, y = 0] = name.split(/[-.]/).map(Number);
    const layer = new VectorTile(new PbfReader(readFileSync(join(folder, name)))).layers.osm;
    if (!layer) throw new Error(`${name} has no layer named osm.`);
    for (let i = 0; i < layer.length; i++) {
      const feature = layer.feature(i);
      const key = `${feature.properties['@type']}/${feature.properties['@id']}`;
      tags.set(key, feature.properties);
      pieces.set(key, [...(pieces.get(key) ?? []), readPiece(feature, x * layer.extent, y * layer.extent)]);
    }
  }
  return [...pieces].map(([key, parts]) => {
    const [kind, id] = key.split('/');
    return {
      kind: kind === 'node' ? 'node' : 'way',
      id: Number(id),
      tags: usefulTags(tags.get(key) ?? {}),
      geometry: orient(toDegrees(joinPieces(parts))),
    };
  });
}

function readPiece(feature: VectorTileFeature, left: number, top: number): Piece {
  const place = (points: { x: number; y: number }[]): Position[] =>
    points.map((p) => [p.x + left, p.y + top]);
  const parts = feature.loadGeometry();
  if (feature.type === 1) return { type: 'point', point: place(parts[0] ?? [])[0] ?? [0, 0] };
  if (feature.type === 2) return { type: 'lines', lines: parts.map(place) };
  return { type: 'polygons', polygons: classifyRings(parts).map((rings) => rings.map(place)) };
}

function toDegrees(geometry: Geometry): Geometry {
  return mapPositions(geometry, ([x, y]) => [
    (x / worldUnits) * 360 - 180,
    (360 / Math.PI) * Math.atan(Math.exp((1 - (2 * y) / worldUnits) * Math.PI)) - 90,
  ]);
}
