import { limits } from '../../server/limits.ts';
import { heavyKinds } from './heavy-items.ts';
import { combRing, nestedRings, starRing, wavyRing } from './heavy-shapes.ts';

/** Sizes of the most expensive requests; the largest possible may take minutes altogether. */
export interface HeavySizes {
  /** Vertices of a query geometry, of a stored feature, of an edited one; features of the layer. */
  query: number;
  coast: number;
  edit: number;
  houses: number;
  /** Ids and conditions of one query. */
  ids: number;
  conditions: number;
  /** Vertices of a ring that crosses itself, and is cut at the antimeridian. */
  star: number;
  /** Items with all texts at their maximum. */
  items: number;
}

/** A named request: an address below the server's, and parameters of a form. */
export type HeavyRequest = [name: string, address: string, parameters: () => Record<string, unknown>];

/** Requests that are refused for their size or their form; all others are answered. */
export const refusedRequests: ReadonlySet<string> = new Set([
  'deep brackets',
  'more vertices than a query may have',
]);

const layer = '/server/rest/services/Town/FeatureServer/0';

/** The most expensive requests of each kind that the limits allow. */
export function heavyRequests(size: HeavySizes): HeavyRequest[] {
  const large = { rings: [wavyRing(size.query)] };
  const requested = (name: string, parameters: () => Record<string, unknown>): HeavyRequest => [
    name,
    `${layer}/query`,
    parameters,
  ];
  const related = (relation: string, geometry: object = large) => ({
    geometry,
    spatialRel: `esriSpatialRel${relation}`,
    returnCountOnly: true,
  });
  const edited = (name: string, rings: () => number[][][], more: object = {}): HeavyRequest => [
    name,
    `${layer}/applyEdits`,
    () => ({ adds: [{ attributes: {}, geometry: { rings: rings(), ...more } }] }),
  ];
  const listed = (name: string, path: string, parameters: object): HeavyRequest => [
    name,
    `/portal/sharing/rest${path}`,
    () => ({ num: 100, ...parameters }),
  ];
  const coast = { where: "name = 'Coast'" };
  return [
    requested('features that meet a polygon', () => ({ geometry: large, outFields: '*' })),
    requested('features it contains', () => related('Contains')),
    requested('features that overlap it', () => related('Overlaps')),
    requested('features that touch it', () => related('Touches')),
    requested('features around it', () => related('Within')),
    requested('a line that crosses', () => related('Crosses', { paths: large.rings })),
    requested('points', () => related('Intersects', { points: large.rings[0] })),
    requested('a distance around it', () => ({
      ...related('Intersects'),
      distance: 500,
      units: 'esriSRUnit_Meter',
    })),
    requested('a comb', () => related('Intersects', { rings: [combRing(size.query)] })),
    requested('rings within rings', () =>
      related('Intersects', { rings: nestedRings(size.query / 100, 100) }),
    ),
    requested('a star over the antimeridian', () => related('Intersects', { rings: [starRing(size.star)] })),
    requested('a large feature', () => coast),
    requested('a large feature, projected and made simple', () => ({
      ...coast,
      outSR: 32642,
      maxAllowableOffset: 1,
    })),
    requested('a large feature on a grid', () => ({
      ...coast,
      f: 'pbf',
      quantizationParameters: { tolerance: 1e-7, mode: 'edit' },
    })),
    requested('a large feature as GeoJSON', () => ({ ...coast, f: 'geojson' })),
    ['a large feature by its address', `${layer}/${size.houses + 1}`, () => ({ outSR: 32642 })],
    requested('a page of the most features', () => ({
      where: '1=1',
      outFields: '*',
      resultType: 'tile',
      orderByFields: 'name,floors DESC',
    })),
    requested('an indented page', () => ({ where: '1=1', outFields: '*', f: 'pjson' })),
    requested('a page in another projection', () => ({ where: '1=1', outSR: 32642, resultType: 'tile' })),
    requested('different values', () => ({
      where: '1=1',
      outFields: 'name',
      returnDistinctValues: true,
      returnGeometry: false,
    })),
    [
      'bins of a number',
      `${layer}/queryBins`,
      () => ({
        where: '1=1',
        bin: {
          type: 'autoIntervalBin',
          onField: 'OBJECTID',
          parameters: { numberOfBins: 1000 },
          splitBy: { value: 'floors' },
        },
      }),
    ],
    requested('statistics of every feature', () => ({
      where: '1=1',
      groupByFieldsForStatistics: 'OBJECTID',
      resultType: 'tile',
      outStatistics: ['count', 'sum', 'avg', 'min', 'max'].map((statisticType) => ({
        statisticType,
        onStatisticField: 'floors',
        outStatisticFieldName: statisticType,
      })),
    })),
    // Each page has another kind of texts, and is as large as one item of that kind allows.
    ...Array.from({ length: heavyKinds }, (_none, n) =>
      listed(`page ${n + 1} of heavy items`, '/search', {
        q: 'tags:heavy',
        start: n + 1,
        f: n % 2 === 0 ? 'json' : 'pjson',
      }),
    ),
    listed('the heavy content of a user', '/content/users/ada', { foldersContent: true }),
    listed('heavy groups', '/community/groups', { q: 'tags:heavy' }),
    listed('a member of heavy groups', '/community/users/ada', {}),
    requested('all ids', () => ({ where: '1=1', returnIdsOnly: true })),
    requested('many ids', () => ({
      objectIds: Array.from({ length: size.ids }, (_none, id) => id).join(','),
      returnCountOnly: true,
    })),
    requested('deep brackets', () => ({ where: `${'('.repeat(9000)}floors = 1${')'.repeat(9000)}` })),
    requested('many conditions', () => ({
      where: Array.from({ length: size.conditions }, (_none, n) => `floors <> ${n}`).join(' AND '),
      returnCountOnly: true,
    })),
    requested('more vertices than a query may have', () => ({
      geometry: { rings: [wavyRing(limits.queryVertices + 1)] },
    })),
    edited('an edit of a large feature', () => [wavyRing(size.edit)]),
    edited('an edit of many rings', () => nestedRings(1900, Math.max(8, Math.floor(size.edit / 8000)))),
    edited('an edit over the antimeridian', () => [starRing(size.star)]),
    edited('an edit that is projected', () => [wavyRing(size.query)], { spatialReference: { wkid: 32642 } }),
    [
      'attachments of all features',
      `${layer}/queryAttachments`,
      () => ({
        definitionExpression: Array.from({ length: size.conditions }, (_none, n) => `floors <> ${n}`).join(
          ' AND ',
        ),
      }),
    ],
    [
      'an edit of many features',
      `${layer}/addFeatures`,
      () => ({
        features: Array.from({ length: 500 }, (_none, n) => ({
          attributes: { name: `New ${n}` },
          geometry: { rings: [wavyRing(20)] },
        })),
      }),
    ],
    ['a tile', '/server/rest/services/Town/VectorTileServer/tile/4/5/11.pbf', () => ({})],
    [
      'addresses',
      '/server/rest/services/Places/GeocodeServer/geocodeAddresses',
      () => ({
        addresses: {
          records: Array.from({ length: 100 }, (_none, OBJECTID) => ({
            attributes: { OBJECTID, SingleLine: `Street of the long name number ${OBJECTID} `.repeat(12) },
          })),
        },
      }),
    ],
  ];
}
