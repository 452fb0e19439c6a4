import { buildings } from './buildings.ts';
import { education, health } from './education-and-health.ts';
import { greenAreas, treeRows } from './green-areas.ts';
import { landUse, parking, sportsGrounds } from './grounds.ts';
import type { Layer } from './layer-file.ts';
import { bridges, powerLines, powerTowers, water } from './networks.ts';
import { pointsOfInterest, sights } from './points-of-interest.ts';
import { stopInspections } from './stop-inspections.ts';
import { railways, streets, walkingPaths } from './streets.ts';
import { transitStops } from './transit-stops.ts';

/** The operational layers of the demo city. */
export const allLayers: Layer[] = [
  bridges,
  buildings,
  education,
  greenAreas,
  health,
  landUse,
  parking,
  pointsOfInterest,
  powerLines,
  powerTowers,
  railways,
  sights,
  sportsGrounds,
  stopInspections,
  streets,
  transitStops,
  treeRows,
  walkingPaths,
  water,
];
