import { currentVersion } from '../feature-server/layer-json.ts';

/** Folder and service, as in ArcGIS. */
export const geometryServicePath = 'Utilities/Geometry/GeometryServer';

/** Operations by their name in the address. */
export const operationNames = [
  'project',
  'simplify',
  'buffer',
  'intersect',
  'difference',
  'union',
  'convexHull',
  'areasAndLengths',
  'lengths',
  'distance',
  'labelPoints',
  'relation',
  'densify',
  'generalize',
  'findTransformations',
] as const;
export type OperationName = (typeof operationNames)[number];

/** Operations of ArcGIS that this service does not have. */
export const refusedOperations = [
  'autoComplete',
  'cut',
  'offset',
  'reshape',
  'trimExtend',
  'toGeoCoordinateString',
  'fromGeoCoordinateString',
] as const;

/** `…/Utilities/Geometry/GeometryServer`. */
export const geometryServiceJson = {
  currentVersion,
  serviceDescription: 'Projects, measures and combines geometries.',
};

/** The folder of the service, `/rest/services/Utilities`. */
export const utilitiesJson = {
  currentVersion,
  folders: [],
  services: [{ name: 'Utilities/Geometry', type: 'GeometryServer' }],
};
