import { buildingsByLevels, buildingUse, highRise } from './themes/buildings.ts';
import { landUse, parksAndGreen, river, sport, walking } from './themes/outdoors.ts';
import { pharmacies, pointsOfInterest, schoolsAndHospitals, sights } from './themes/places.ts';
import { stopInspections } from './themes/inspections.ts';
import { parking, power, roadworks, speedLimits, streetClasses, transitStops } from './themes/transport.ts';
import { wholeCity } from './places.ts';
import type { MapDraft } from './web-map.ts';

const background = (basemap: 'light' | 'dark'): MapDraft => ({
  key: `basemap-map-${basemap}`,
  basemap,
  view: wholeCity,
  layers: [],
});

/** The web maps of the demo city, and the two that offer the basemaps. */
export const allMaps: MapDraft[] = [
  buildingsByLevels,
  buildingUse,
  highRise,
  landUse,
  parking,
  parksAndGreen,
  pharmacies,
  pointsOfInterest,
  power,
  river,
  roadworks,
  schoolsAndHospitals,
  sights,
  speedLimits,
  sport,
  stopInspections,
  streetClasses,
  transitStops,
  walking,
  background('light'),
  background('dark'),
];
