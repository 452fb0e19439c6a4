import type { Palette } from './palette.ts';
import { byZoom, kindIs, sourceName, type Expression, type StyleLayer, detailIs } from './style-layer.ts';

const isBridge: Expression = ['has', 'is_bridge'];
const isTunnel: Expression = ['has', 'is_tunnel'];

/** Streets with casings, tunnels below and bridges above the rest; paths dashed, railways with ties. */
export function roadLayers(p: Palette): StyleLayer[] {
  const open: Expression = ['all', ['!', isTunnel], ['!', isBridge]];
  return [
    ...roadClasses.map((c) => ({
      ...casingLayer(c, p, 'tunnel-casing', isTunnel),
      paint: { ...casingPaint(c, p), 'line-dasharray': [2, 1.5], 'line-opacity': 0.7 },
    })),
    ...roadClasses.map((c) => ({
      ...fillLayer(c, p, 'tunnel-fill', isTunnel),
      paint: { ...fillPaint(c, p), 'line-opacity': 0.55 },
    })),
    ...pathLayers(p),
    ...roadClasses.map((c) => casingLayer(c, p, 'casing', open)),
    ...railLayers(p),
    ...roadClasses.map((c) => fillLayer(c, p, 'fill', open)),
    ...roadClasses.map((c) => casingLayer(c, p, 'bridge-casing', isBridge)),
    ...roadClasses.map((c) => fillLayer(c, p, 'bridge-fill', isBridge)),
  ];
}

/** Ramps are narrower than the road they belong to. */
function width(stops: Stop[], casing: number): Expression {
  return byZoom(
    1.5,
    ...stops.map(([zoom, value]): [number, unknown] => [
      zoom,
      ['case', ['has', 'is_link'], value * 0.6 + 2 * casing, value + 2 * casing],
    ]),
  );
}

const casingPaint = (c: RoadClass, p: Palette) => ({
  'line-color': c.casingColor(p),
  'line-width': width(c.width, c.casing),
});
const fillPaint = (c: RoadClass, p: Palette) => ({
  'line-color': fillColor(c, p),
  'line-width': width(c.width, 0),
});

/** The colour for small scales fades to that for large ones while the casing appears. */
function fillColor(c: RoadClass, p: Palette): unknown {
  const far = c.farColor?.(p);
  return far ? byZoom(1, [c.casedFrom - 0.5, far], [c.casedFrom + 0.4, c.color(p)]) : c.color(p);
}

function casingLayer(c: RoadClass, p: Palette, part: string, when: Expression): StyleLayer {
  return {
    ...roadLayer(`road-${c.id}-${part}`, ['all', c.filter, when], c.casedFrom),
    layout: { 'line-join': 'round', 'line-cap': 'butt' },
    paint: casingPaint(c, p),
  };
}

function fillLayer(c: RoadClass, p: Palette, part: string, when: Expression): StyleLayer {
  return {
    ...roadLayer(`road-${c.id}-${part}`, ['all', c.filter, when], c.minzoom),
    layout: { 'line-join': 'round', 'line-cap': part === 'bridge-fill' ? 'butt' : 'round' },
    paint: fillPaint(c, p),
  };
}

function roadLayer(id: string, filter: Expression, minzoom: number): StyleLayer {
  return { id, type: 'line', source: sourceName, 'source-layer': 'roads', minzoom, filter };
}

function pathLayers(p: Palette): StyleLayer[] {
  return [
    {
      ...roadLayer('path', ['all', kindIs('path'), ['!', isTunnel]], 14),
      paint: {
        'line-color': p.path,
        'line-width': byZoom(1.3, [14, 0.6], [16, 1], [18, 1.8]),
        'line-dasharray': [3, 2],
      },
    },
    {
      ...roadLayer('construction', kindIs('other'), 14),
      paint: {
        'line-color': p.minorCasing,
        'line-width': byZoom(1.4, [14, 1], [18, 6]),
        'line-dasharray': [2, 2],
      },
    },
  ];
}

function railLayers(p: Palette): StyleLayer[] {
  const rail = kindIs('rail');
  return [
    {
      ...roadLayer('rail', rail, 9),
      paint: { 'line-color': p.rail, 'line-width': byZoom(1.3, [9, 0.6], [13, 1.4], [16, 2.6], [18, 4]) },
    },
    {
      ...roadLayer('rail-ties', rail, 13),
      paint: {
        'line-color': p.railTie,
        'line-width': byZoom(1.3, [13, 0.7], [16, 1.5], [18, 2.6]),
        'line-dasharray': [5, 5],
      },
    },
  ];
}

/** Width of a road in pixels at a zoom. */
type Stop = [zoom: number, width: number];

/** How one class of streets is drawn. */
interface RoadClass {
  id: string;
  filter: Expression;
  minzoom: number;
  width: Stop[];
  /** Casing on each side in pixels; drawn from `casedFrom` on. */
  casing: number;
  casedFrom: number;
  color: (p: Palette) => string;
  /** Colour where the road has no casing yet. */
  farColor?: (p: Palette) => string;
  casingColor: (p: Palette) => string;
}

/** From the least to the most important: later ones are drawn above. */
const roadClasses: RoadClass[] = [
  {
    id: 'service',
    filter: ['all', kindIs('minor_road'), detailIs('service')],
    minzoom: 14,
    width: [
      [14, 0.7],
      [16, 2.5],
      [18, 7],
      [20, 18],
    ],
    casing: 0.75,
    casedFrom: 15.5,
    color: (p) => p.service,
    casingColor: (p) => p.minorCasing,
  },
  {
    id: 'minor',
    filter: ['all', kindIs('minor_road'), ['!', detailIs('service')]],
    minzoom: 12,
    width: [
      [12, 0.5],
      [13, 1.1],
      [14, 2.2],
      [16, 6],
      [18, 15],
      [20, 36],
    ],
    casing: 0.8,
    casedFrom: 13.5,
    color: (p) => p.minor,
    casingColor: (p) => p.minorCasing,
  },
  {
    id: 'middle',
    filter: [
      'all',
      kindIs('major_road'),
      detailIs('secondary', 'secondary_link', 'tertiary', 'tertiary_link'),
    ],
    minzoom: 9,
    width: [
      [9, 0.4],
      [11, 1],
      [13, 2.6],
      [14, 3.8],
      [16, 8.5],
      [18, 20],
      [20, 46],
    ],
    casing: 0.9,
    casedFrom: 11.5,
    color: (p) => p.middle,
    farColor: (p) => p.middleFar,
    casingColor: (p) => p.minorCasing,
  },
  {
    id: 'major',
    filter: ['all', kindIs('major_road'), detailIs('primary', 'primary_link', 'trunk', 'trunk_link')],
    minzoom: 6,
    width: [
      [6, 0.5],
      [9, 1],
      [11, 1.9],
      [13, 3.8],
      [14, 5],
      [16, 10.5],
      [18, 24],
      [20, 54],
    ],
    casing: 1,
    casedFrom: 11,
    color: (p) => p.major,
    farColor: (p) => p.majorFar,
    casingColor: (p) => p.majorCasing,
  },
  {
    id: 'highway',
    filter: kindIs('highway'),
    minzoom: 5,
    width: [
      [5, 0.5],
      [9, 1.3],
      [11, 2.3],
      [13, 4.2],
      [14, 5.6],
      [16, 11],
      [18, 25],
      [20, 56],
    ],
    casing: 1.1,
    casedFrom: 10.5,
    color: (p) => p.motorway,
    farColor: (p) => p.motorwayFar,
    casingColor: (p) => p.motorwayCasing,
  },
];
