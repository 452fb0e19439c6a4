import type { Box } from './web-map.ts';

/** Views of the city that several maps share. */
export const wholeCity: Box = [71.33, 51.09, 71.56, 51.21];
export const newCentre: Box = [71.404, 51.119, 71.454, 51.14];
export const oldTown: Box = [71.4, 51.158, 71.455, 51.186];
export const station: Box = [71.395, 51.183, 71.425, 51.197];

export const districts: [string, Box][] = [
  ['Whole city', wholeCity],
  ['New centre and Bayterek', newCentre],
  ['Old town', oldTown],
  ['Railway station', station],
];
