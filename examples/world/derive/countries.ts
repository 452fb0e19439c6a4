import { feature } from 'topojson-client';
import { countries as codes, countryName } from '../../../server/gis/geocode/countries/countries.ts';
import type { Place } from '../../../server/gis/geocode/place.ts';
import { labelPoint } from '../../astana/derive/geometry/label-point.ts';
import { boundsOf } from '../../astana/derive/geometry/map-positions.ts';
import { signedArea } from '../../astana/derive/geometry/measure.ts';
import { polygonGeometry, polygonsOf, type Geometry } from '../../astana/derive/geometry/types.ts';
import { objectOf, readTopology } from '../../astana/derive/world/natural-earth.ts';
import { unwrap } from '../../astana/derive/world/unwrap.ts';

/** Languages whose names of countries are searched (CLDR, through the runtime's Intl). */
const languages =
  'en am ar az be bg bn bs ca cs da de el es et fa fi fr he hi hr hu hy id is it ja ka kk km ko ku ky lt lv mk mn ms my nb ne nl pl ps pt ro ru si sk sl sq sr sv sw ta tg th tk tl tr uk ur uz vi zh'.split(
    ' ',
  );

/** Parts of a country smaller than this share of its largest part do not widen its extent: islands oceans away. */
const largeShare = 0.12;

/** Countries with outlines of Natural Earth and names of CLDR. */
export function countries(): Place[] {
  const byNumber = new Map(codes.map((code) => [code.numeric, code.alpha2]));
  const topology = readTopology('world-atlas/countries-50m.json');
  const outlines = feature(topology, objectOf(topology, 'countries'));
  const features = outlines.type === 'FeatureCollection' ? outlines.features : [outlines];
  return features.flatMap((outline): Place[] => {
    const name = (outline.properties as { name?: string } | null)?.name;
    const countryCode = name === 'Kosovo' ? 'XK' : byNumber.get(String(outline.id ?? ''));
    if (!countryCode) return [];
    const geometry = unwrap(outline.geometry as Geometry);
    const [longitude, latitude] = labelPoint(geometry);
    return [
      {
        id: `country/${countryCode}`,
        kind: 'country',
        category: 'country',
        names: [...new Set(languages.map((language) => countryName(countryCode, language)))],
        longitude: wrap(longitude),
        latitude: round(latitude),
        extent: extentOf(geometry),
        countryCode,
      },
    ];
  });
}

function extentOf(geometry: Geometry): [number, number, number, number] {
  const parts = polygonsOf(geometry).map((polygon) => ({
    polygon,
    area: Math.abs(signedArea(polygon[0] ?? [])),
  }));
  const largest = Math.max(...parts.map(({ area }) => area));
  const large = parts.filter(({ area }) => area >= largest * largeShare).map(({ polygon }) => polygon);
  const [west, south, east, north] = boundsOf(polygonGeometry(large));
  return east - west >= 359
    ? [-180, round(south), 180, round(north)]
    : [wrap(west), round(south), wrap(east), round(north)];
}

function round(degrees: number): number {
  return Math.round(degrees * 1e4) / 1e4;
}

function wrap(longitude: number): number {
  return round(longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude);
}
