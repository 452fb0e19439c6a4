import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { content, type ContentItem } from './content.ts';
import { organisationOf, type Owner } from './content-item.ts';
import { layerFields } from './layer-fields.ts';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const read = (name: string) => JSON.parse(readFileSync(path(name), 'utf8')) as unknown;

interface OperationalLayer {
  id: string;
  itemId: string;
  url: string;
  layerDefinition: {
    definitionExpression?: string;
    drawingInfo: {
      renderer: Record<string, unknown>;
      labelingInfo?: { labelExpression: string; where?: string }[];
    };
  };
  popupInfo: { title: string; fieldInfos: { fieldName: string }[] };
}

interface WebMap {
  operationalLayers: OperationalLayer[];
  initialState: { viewpoint: { targetGeometry: { xmin: number; ymin: number; xmax: number; ymax: number } } };
  applicationProperties?: { viewing: { search: { layers: { id: string; field: { name: string } }[] } } };
}

interface Collection {
  attribution: string;
  features: { properties: Record<string, unknown>; geometry: { type: string; coordinates: unknown } }[];
}

const maps = content.items.filter((item) => item.type === 'Web Map');
const layers = content.items.filter((item) => item.type === 'Feature Service');

const textOf = (item: ContentItem | undefined) =>
  gunzipSync(readFileSync(path(String(item?.hosted?.features)))).toString();

function sees(item: ContentItem, who: Owner | 'anonymous'): boolean {
  if (item.access === 'public') return true;
  if (who === 'anonymous') return false;
  if (item.owner === who) return true;
  if (item.access === 'org') return organisationOf[item.owner] === organisationOf[who];
  const mine = content.groups.filter((group) => group.owner === who || group.members.includes(who));
  return item.groups.some((key) => mine.some((group) => group.key === key));
}

function propertyNames(key: string): Set<string> {
  const { features } = JSON.parse(textOf(layers.find((layer) => layer.key === key))) as Collection;
  return new Set(features.flatMap(({ properties }) => Object.keys(properties)));
}

/** Every field named by a layer of a map: renderer, popup, labels, filter, search. */
function fieldsUsed(layer: OperationalLayer, map: WebMap): string[] {
  const { definitionExpression = '', drawingInfo } = layer.layerDefinition;
  const expressions = [
    definitionExpression,
    ...(drawingInfo.labelingInfo ?? []).map(({ where = '' }) => where),
  ];
  const searched = map.applicationProperties?.viewing.search.layers.filter(({ id }) => id === layer.id) ?? [];
  return [
    ...[drawingInfo.renderer.field, drawingInfo.renderer.field1]
      .filter((field) => field !== undefined)
      .map(String),
    ...layer.popupInfo.fieldInfos.map(({ fieldName }) => fieldName),
    ...[...layer.popupInfo.title.matchAll(/\{(\w+)\}/g)].map(([, field]) => String(field)),
    ...(drawingInfo.labelingInfo ?? []).map(({ labelExpression }) => labelExpression.slice(1, -1)),
    ...expressions.flatMap((text) =>
      [...text.matchAll(/(\w+) (?:IS|=|>=)/g)].map(([, field]) => String(field)),
    ),
    ...searched.map(({ field }) => field.name),
  ];
}

describe('demo content', () => {
  it('names each item, group and folder once, and refers only to existing groups and folders', () => {
    const keys = content.items.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    const groups = content.groups.map(({ key }) => key);
    expect(content.items.flatMap((item) => item.groups).filter((key) => !groups.includes(key))).toEqual([]);
    const strays = content.items.filter(
      (item) =>
        item.folder && !content.folders.some(({ key, owner }) => key === item.folder && owner === item.owner),
    );
    expect(strays).toEqual([]);
  });

  it('has a file and a thumbnail for every item', () => {
    for (const item of content.items) {
      expect(statSync(path(item.thumbnail)).size).toBeLessThanOrEqual(60_000);
      expect(item.file ? statSync(path(item.file)).size : item.url?.length).toBeGreaterThan(0);
    }
  });

  it('shows anonymous visitors, members and administrators different maps', () => {
    const seen = (who: Owner | 'anonymous') => maps.filter((map) => sees(map, who)).map(({ key }) => key);
    expect(seen('anonymous').length).toBeGreaterThanOrEqual(4);
    expect(seen('grace').length).toBeGreaterThan(10);
    expect(seen('grace')).toEqual(expect.arrayContaining(seen('anonymous')));
    expect(seen('ada').filter((key) => !seen('grace').includes(key))).toEqual(['roadworks', 'high-rise']);
    expect(seen('grace').filter((key) => !seen('ada').includes(key))).toEqual(['pharmacies']);
  });

  it.each(maps.map((map) => [map.key, map] as const))(
    'of %s shows only layers its viewers may see',
    (_, map) => {
      const used = (read(String(map.file)) as WebMap).operationalLayers.map(({ itemId }) =>
        itemId.slice(7, -2),
      );
      for (const who of ['anonymous', 'grace', 'ada'] as const) {
        const hidden = used.filter((key) => !layers.some((layer) => layer.key === key && sees(layer, who)));
        expect(sees(map, who) ? hidden : []).toEqual([]);
      }
    },
  );

  it.each(maps.map((map) => [map.key, map] as const))('of %s uses fields its layers have', (_, map) => {
    const document = read(String(map.file)) as WebMap;
    for (const layer of document.operationalLayers) {
      const names = propertyNames(layer.itemId.slice(7, -2));
      expect(fieldsUsed(layer, document).filter((field) => !names.has(field))).toEqual([]);
    }
  });

  it.each(maps.map((map) => [map.key, map] as const))(
    'of %s contains known placeholders and has the initial extent of its item',
    (_, map) => {
      const text = readFileSync(path(String(map.file)), 'utf8');
      const known = new Set([
        '{{portal}}',
        '{{server}}',
        ...content.items.map(({ key }) => `{{item:${key}}}`),
      ]);
      expect(
        [...text.matchAll(/\{\{[^}]*\}\}/g)].map(([whole]) => whole).filter((whole) => !known.has(whole)),
      ).toEqual([]);
      const { xmin, ymin, xmax, ymax } = (JSON.parse(text) as WebMap).initialState.viewpoint.targetGeometry;
      const degrees = (x: number) => ((x / 6_378_137) * 180) / Math.PI;
      const latitude = (y: number) => (Math.atan(Math.sinh(y / 6_378_137)) * 180) / Math.PI;
      [degrees(xmin), latitude(ymin), degrees(xmax), latitude(ymax)].forEach((value, index) => {
        expect(value).toBeCloseTo(map.extent[index] ?? NaN, 4);
      });
    },
  );
});

describe.each(layers.map((layer) => [layer.key, layer] as const))('layer %s', (_, layer) => {
  const text = textOf(layer);
  const collection = JSON.parse(text) as Collection;

  it('names its source and no mappers', () => {
    expect(collection.attribution).toBe('© OpenStreetMap contributors, ODbL 1.0');
    expect(text).not.toMatch(/"(@|user|uid|changeset|phone|contact|email)/);
  });

  it('describes every attribute it has, with values of the declared types', () => {
    const types = new Map(layerFields.map(({ name, type }) => [name, type]));
    const broken = collection.features.flatMap(({ properties }) =>
      Object.entries(properties).filter(([name, value]) => {
        const type = types.get(name);
        if (type === 'text') return typeof value !== 'string';
        if (type === 'number') return typeof value !== 'number';
        if (type === 'date') return !/^\d{4}-\d\d-\d\d$/.test(String(value));
        return type === undefined || !Number.isInteger(value);
      }),
    );
    expect(broken).toEqual([]);
  });

  it('is within the city, with six decimals, each feature once', () => {
    const numbers = collection.features.flatMap(
      ({ geometry }) => (geometry.coordinates as unknown[]).flat(4) as number[],
    );
    const [west, south, east, north] = layer.extent;
    const outside = numbers.filter((value, index) =>
      index % 2 === 0 ? value < west || value > east : value < south || value > north,
    );
    expect(outside).toEqual([]);
    expect(numbers.filter((value) => Math.abs(value * 1e6 - Math.round(value * 1e6)) > 1e-3)).toEqual([]);
    const ids = collection.features.map(({ properties }) => properties.osm_id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('orients its rings by RFC 7946', () => {
    const polygons = collection.features.flatMap(({ geometry }) => {
      if (geometry.type === 'Polygon') return [geometry.coordinates as [number, number][][]];
      return geometry.type === 'MultiPolygon' ? (geometry.coordinates as [number, number][][][]) : [];
    });
    const wrong = polygons.flatMap((rings) =>
      rings.filter((ring, index) => area(ring) > 0 !== (index === 0)),
    );
    expect(wrong).toEqual([]);
  });
});

function area(ring: [number, number][]): number {
  const [x0, y0] = ring[0] ?? [0, 0];
  return ring.reduce((sum, [x, y], index) => {
    const [px, py] = ring[index - 1] ?? [x0, y0];
    return sum + (px - x0) * (y - y0) - (x - x0) * (py - y0);
  }, 0);
}

describe.each(layers.filter(({ hosted }) => hosted?.time).map((layer) => [layer.key, layer] as const))(
  'layer with time %s',
  (_, layer) => {
    it('has a day for every feature and states that its data is invented', () => {
      const { features } = JSON.parse(textOf(layer)) as Collection;
      const time = String(layer.hosted?.time);
      expect(features.filter(({ properties }) => !properties[time])).toEqual([]);
      expect(layer.description).toMatch(/^Fictional/);
    });
  },
);
