import { mapPositions } from '../geometry/map-positions.ts';
import type { Geometry, Position, Properties } from '../geometry/types.ts';
import { orient } from '../geometry/winding.ts';
import type { Element } from '../osm/element.ts';

/** One feature of an operational layer, before it is written. */
export interface LayerFeature {
  /** Id of the OpenStreetMap element, kept so that a feature can be found again in a newer extract. */
  osmId: number;
  properties: Properties;
  geometry: Geometry;
}

export interface Layer {
  /** File name without `.geojson.gz`. */
  key: string;
  title: string;
  features: (elements: Element[]) => LayerFeature[];
}

const attribution = '© OpenStreetMap contributors, ODbL 1.0';
const licence = 'https://opendatacommons.org/licenses/odbl/1-0/';

/** A GeoJSON file (RFC 7946) with one feature per line; coordinates with six decimals, about 10 cm. */
export function layerFile(layer: Layer, elements: Element[]): string {
  const lines = layer
    .features(elements)
    .toSorted((a, b) => a.osmId - b.osmId)
    .map(({ osmId, properties, geometry }) =>
      JSON.stringify({
        type: 'Feature',
        properties: { osm_id: osmId, label: labelOf(properties, layer.title), ...present(properties) },
        geometry: orient(mapPositions(geometry, sixDecimals)),
      }),
    );
  const head = JSON.stringify({ type: 'FeatureCollection', name: layer.title, attribution, licence }).slice(
    0,
    -1,
  );
  return `${head},"features":[\n${lines.join(',\n')}\n]}\n`;
}

function sixDecimals([lng, lat]: Position): Position {
  return [Math.round(lng * 1e6) / 1e6, Math.round(lat * 1e6) / 1e6];
}

function present(properties: Properties): Properties {
  return Object.fromEntries(
    Object.entries(properties).filter(([, value]) => value !== undefined && value !== ''),
  );
}

/** Title of a feature in popups and labels: its English name, its name, its address, or its type. */
function labelOf(p: Properties, otherwise: string): string {
  return String(p.name_en ?? p.name ?? p.address ?? p.kind ?? p.class ?? p.use ?? otherwise);
}
