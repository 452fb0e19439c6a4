import type { Palette } from './palette.ts';
import { detailIs, kindIs, type Expression } from './style-layer.ts';

/** Width of a road in pixels at a zoom. */
export type Stop = [zoom: number, width: number];

/** How one class of streets is drawn. */
export interface RoadClass {
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
export const roadClasses: RoadClass[] = [
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
