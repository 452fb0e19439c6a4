import type { Geometry } from '../../geometry/geometry.ts';
import { type GeoJsonGeometry, writeGeoJson } from '../../geometry/geojson.ts';
import { findField } from '../../layer/field.ts';
import { type FileWriter, type Target, xmlText } from '../export-format.ts';
import { plainValue } from './write-csv.ts';

/** A KML document (OGC 07-147r2) with a folder per layer; attributes are untyped data of the placemarks. */
export function kmlWriter(file: Target): FileWriter {
  file.write(
    '<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2">\n<Document>\n',
  );
  return {
    layer({ layer, name }) {
      const { fields } = layer;
      const title = findField(fields, layer.displayField);
      const at = title ? fields.indexOf(title) : -1;
      file.write(`<Folder><name>${xmlText(name)}</name>\n`);
      return {
        add({ objectId, values, geometry }) {
          const data = fields.flatMap((field, index) => {
            const value = plainValue(field, values[index] ?? null);
            if (value === null) return [];
            return `<Data name="${xmlText(field.name)}"><value>${xmlText(String(value))}</value></Data>`;
          });
          const label = xmlText(String((title && plainValue(title, values[at] ?? null)) ?? objectId));
          file.write(
            `<Placemark><name>${label}</name><ExtendedData>${data.join('')}</ExtendedData>${shape(geometry)}</Placemark>\n`,
          );
        },
        end: () => file.write('</Folder>\n'),
      };
    },
    finish() {
      file.write('</Document>\n</kml>\n');
      file.end();
    },
  };
}

function shape(geometry: Geometry | null): string {
  return geometry ? written(writeGeoJson(geometry)) : '';
}

type Position = readonly number[];

function written({ type, coordinates }: GeoJsonGeometry): string {
  switch (type) {
    case 'Point':
      return point(coordinates as Position);
    case 'LineString':
      return line(coordinates as Position[]);
    case 'Polygon':
      return polygon(coordinates as Position[][]);
    case 'MultiPoint':
      return several(coordinates as Position[], point);
    case 'MultiLineString':
      return several(coordinates as Position[][], line);
    default:
      return several(coordinates as Position[][][], polygon);
  }
}

function several<Part>(parts: readonly Part[], write: (part: Part) => string): string {
  return `<MultiGeometry>${parts.map(write).join('')}</MultiGeometry>`;
}

function point(position: Position): string {
  return `<Point>${tuples([position])}</Point>`;
}

function line(positions: readonly Position[]): string {
  return `<LineString>${tuples(positions)}</LineString>`;
}

function polygon([outer = [], ...holes]: readonly Position[][]): string {
  const ring = (positions: readonly Position[]) => `<LinearRing>${tuples(positions)}</LinearRing>`;
  const inner = holes.map((hole) => `<innerBoundaryIs>${ring(hole)}</innerBoundaryIs>`);
  return `<Polygon><outerBoundaryIs>${ring(outer)}</outerBoundaryIs>${inner.join('')}</Polygon>`;
}

function tuples(positions: readonly Position[]): string {
  return `<coordinates>${positions.map((position) => position.join(',')).join(' ')}</coordinates>`;
}
