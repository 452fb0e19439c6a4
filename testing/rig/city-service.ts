import type { Database } from '../../server/platform/database/connect.ts';
import { createHostedLayer } from '../../server/gis/storage/create-hosted-layer.ts';
import type { SourceFeature } from '../../server/gis/storage/service-input.ts';

/** A small city of known content: blocks (polygons), streets (lines), stops (points), inspections (table). */

const day = 86_400_000;
export const firstDay = Date.UTC(2026, 0, 1);
export const cityNames = [
  'Есіл',
  'Arbat',
  'O’Brien',
  "King's Cross",
  'Ünter den Linden',
  '50% off',
  'under_score',
  '',
] as const;

/** A hundred blocks in a grid of 0.01° from 71°E 51°N; every tenth has a courtyard, every 25th two parts. */
export function blocks(): SourceFeature[] {
  return Array.from({ length: 100 }, (_none, index) => {
    const x = round(71 + (index % 10) * 0.01);
    const y = round(51 + Math.floor(index / 10) * 0.01);
    const rings = [square(x, y, 0.008), ...(index % 10 === 0 ? [square(x + 0.002, y + 0.002, 0.003)] : [])];
    const geometry =
      index % 25 === 24
        ? { type: 'MultiPolygon', coordinates: [rings, [square(x + 0.0085, y, 0.001)]] }
        : { type: 'Polygon', coordinates: rings };
    return {
      properties: {
        name: `Block ${index + 1}`,
        levels: index % 7,
        height: index % 7 === 0 ? null : (index % 7) * 3.25,
        use: ['dwelling', 'office', 'shop'][index % 3],
        built: firstDay + index * day,
      },
      geometry,
    };
  });
}

export function streets(): SourceFeature[] {
  return Array.from({ length: 10 }, (_none, index) => ({
    properties: { name: `Street ${index + 1}`, lanes: (index % 3) + 1 },
    geometry:
      index === 9
        ? {
            type: 'MultiLineString',
            coordinates: [
              [
                [71, 51.2],
                [71.05, 51.2],
              ],
              [
                [71.06, 51.2],
                [71.1, 51.2],
              ],
            ],
          }
        : {
            type: 'LineString',
            coordinates: [
              [71, round(50.9995 + index * 0.01)],
              [71.1, round(50.9995 + index * 0.01)],
            ],
          },
  }));
}

/** Two hundred stops along a diagonal; the last has no geometry. */
export function stops(): SourceFeature[] {
  return Array.from({ length: 200 }, (_none, index) => ({
    properties: {
      name: cityNames[index % cityNames.length],
      code: index + 1,
      kind: index % 4,
      opened: index % 5 === 4 ? null : firstDay + index * day,
      closed: index % 5 === 4 ? null : firstDay + (index + 10) * day,
      score: index / 8,
    },
    geometry:
      index === 199
        ? null
        : { type: 'Point', coordinates: [round(71 + index * 0.0005), round(51 + index * 0.0005)] },
  }));
}

/** Three inspections for each of the first ten stops. */
export function inspections(): SourceFeature[] {
  return Array.from({ length: 30 }, (_none, index) => ({
    properties: {
      stop_code: Math.floor(index / 3) + 1,
      result: index % 2 === 0 ? 'good' : 'poor',
      at: firstDay + index * day,
    },
  }));
}

const kindDomain = {
  type: 'codedValue' as const,
  name: 'StopKind',
  codedValues: [
    { code: 0, name: 'Bus' },
    { code: 1, name: 'Tram' },
    { code: 2, name: 'Metro' },
    { code: 3, name: 'Train' },
  ],
};

/** Loads the city as service `City`; editable, so that edit tests create their own. */
export async function loadCity(
  database: Database,
  options: { serviceName?: string; itemId?: string; wkid?: number } = {},
): Promise<void> {
  await createHostedLayer(
    { database },
    {
      serviceName: options.serviceName ?? 'City',
      ...(options.itemId && { itemId: options.itemId }),
      description: 'A small city',
      copyright: 'Nobody',
      capabilities: 'Create,Delete,Query,Update,Editing',
      creator: 'ada',
      layers: [
        {
          name: 'Blocks',
          geometryType: 'esriGeometryPolygon',
          fields: [
            { name: 'name', type: 'esriFieldTypeString', length: 60, alias: 'Name' },
            { name: 'levels', type: 'esriFieldTypeSmallInteger', indexed: true },
            { name: 'height', type: 'esriFieldTypeSingle' },
            { name: 'use', type: 'esriFieldTypeString', length: 20 },
            { name: 'built', type: 'esriFieldTypeDate' },
          ],
          features: blocks(),
        },
        {
          name: 'Streets',
          geometryType: 'esriGeometryPolyline',
          fields: [
            { name: 'name', type: 'esriFieldTypeString' },
            { name: 'lanes', type: 'esriFieldTypeInteger' },
          ],
          features: streets(),
        },
        {
          name: 'Stops',
          geometryType: 'esriGeometryPoint',
          hasAttachments: true,
          editorTracking: true,
          timeInfo: { startTimeField: 'opened', endTimeField: 'closed' },
          relationships: [
            {
              id: 0,
              name: 'Inspections',
              relatedTableId: 3,
              cardinality: 'esriRelCardinalityOneToMany',
              role: 'esriRelRoleOrigin',
              keyField: 'code',
            },
          ],
          fields: [
            { name: 'name', type: 'esriFieldTypeString', length: 40 },
            { name: 'code', type: 'esriFieldTypeInteger', nullable: false, indexed: true },
            { name: 'kind', type: 'esriFieldTypeInteger', domain: kindDomain, defaultValue: 0 },
            { name: 'opened', type: 'esriFieldTypeDate' },
            { name: 'closed', type: 'esriFieldTypeDate' },
            { name: 'score', type: 'esriFieldTypeDouble' },
          ],
          features: stops(),
        },
        {
          name: 'Inspections',
          relationships: [
            {
              id: 0,
              name: 'Stop',
              relatedTableId: 2,
              cardinality: 'esriRelCardinalityOneToMany',
              role: 'esriRelRoleDestination',
              keyField: 'stop_code',
            },
          ],
          fields: [
            { name: 'stop_code', type: 'esriFieldTypeInteger' },
            { name: 'result', type: 'esriFieldTypeString' },
            { name: 'at', type: 'esriFieldTypeDate' },
          ],
          features: inspections(),
        },
      ],
    },
  );
}

function square(x: number, y: number, size: number): number[][] {
  const [x1, y1, x2, y2] = [round(x), round(y), round(x + size), round(y + size)];
  return [
    [x1, y1],
    [x2, y1],
    [x2, y2],
    [x1, y2],
    [x1, y1],
  ];
}

function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
