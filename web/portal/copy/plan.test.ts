import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inBatches, layerDefinition } from './layer-definition.ts';
import { copyMarker, copyWay, planCopies, sameGroup, serviceName, type SourceItem } from './plan.ts';
import { mentionedIn, type Replacements, rewriteDocument, serviceRoot } from './rewrite.ts';

const id = fc.stringMatching(/^[0-9a-f]{32}$/);
const item = (parts: Partial<SourceItem>): SourceItem => ({
  id: 'a'.repeat(32),
  owner: 'ada',
  title: 'Roads',
  type: 'Web Map',
  access: 'private',
  created: 0,
  modified: 0,
  ...parts,
});
const roads = 'https://one.example/server/rest/services/Roads/FeatureServer';
const copy = 'https://services.arcgis.com/o1/arcgis/rest/services/Roads_aaaaaaaa/FeatureServer';
const ids = { map: '1'.repeat(32), roads: '2'.repeat(32), app: '3'.repeat(32) };
const portals = { from: 'https://one.example/portal', to: 'https://harbour.maps.arcgis.com' };
const replacements: Replacements = {
  ids: new Map([[ids.roads, '9'.repeat(32)]]),
  services: new Map([[serviceRoot(roads) ?? '', copy]]),
  portals,
};

describe('the order of copies', () => {
  it('puts layers before maps before applications', () => {
    const items = [
      item({ id: ids.app, type: 'Web Mapping Application', document: { values: { webmap: ids.map } } }),
      item({ id: ids.map, document: { operationalLayers: [{ url: `${roads}/0` }] } }),
      item({ id: ids.roads, type: 'Feature Service', url: roads, typeKeywords: ['Hosted Service'] }),
    ];
    expect(planCopies(items).map(({ item: each, way }) => [each.id, way])).toEqual([
      [ids.roads, 'features'],
      [ids.map, 'document'],
      [ids.app, 'document'],
    ]);
  });

  it('has each item once, and after everything it mentions unless they mention each other', () => {
    const graph = fc.uniqueArray(id, { minLength: 1, maxLength: 12 }).chain((all) =>
      fc.tuple(
        fc.constant(all),
        fc.array(fc.array(fc.nat(all.length - 1), { maxLength: 4 }), {
          minLength: all.length,
          maxLength: all.length,
        }),
      ),
    );
    fc.assert(
      fc.property(graph, ([all, links]) => {
        const items = all.map((each, index) =>
          // Only earlier items are mentioned, so there are no circles.
          item({ id: each, document: (links[index] ?? []).filter((to) => to < index).map((to) => all[to]) }),
        );
        const order = planCopies(items.toReversed());
        const place = new Map(order.map(({ item: { id: each } }, index) => [each, index]));
        expect([...place.keys()].toSorted()).toEqual(all.toSorted());
        for (const { item: each, needs } of order)
          for (const need of needs) expect(place.get(need)).toBeLessThan(place.get(each.id) ?? -1);
      }),
    );
  });

  it('ends for items that mention each other', () => {
    const items = [item({ id: ids.map, document: ids.app }), item({ id: ids.app, document: ids.map })];
    expect(planCopies(items)).toHaveLength(2);
  });

  it.each([
    [{ type: 'Feature Service', url: roads, typeKeywords: ['Hosted Service'] }, 'features'],
    [{ type: 'Feature Service', url: roads, typeKeywords: ['Hosted Service', 'View Service'] }, 'reference'],
    [{ type: 'Feature Service', url: roads }, 'reference'],
    [{ type: 'Vector Tile Service', url: 'https://x/VectorTileServer' }, 'reference'],
    [{ type: 'Web Map' }, 'document'],
    [{ type: 'PDF' }, 'file'],
  ] as const)('copies %j as %s', (parts, way) => {
    expect(copyWay(item(parts as Partial<SourceItem>))).toBe(way);
  });
});

describe('rewriting', () => {
  it('replaces ids and URLs wherever they are', () => {
    const document = {
      operationalLayers: [
        { itemId: ids.roads, url: `${roads.replace('https:', 'http:')}/0?x=1`, opacity: 0.5 },
      ],
      text: `<a href="https://one.example/portal/home/item.html?id=${ids.roads}">Roads</a>`,
      other: `${roads}s/0 https://one.example/portal/home/item.html?id=${ids.app}`,
      none: [null, true, 7],
    };
    expect(rewriteDocument(document, replacements)).toEqual({
      operationalLayers: [{ itemId: '9'.repeat(32), url: `${copy}/0?x=1`, opacity: 0.5 }],
      text: `<a href="https://harbour.maps.arcgis.com/home/item.html?id=${'9'.repeat(32)}">Roads</a>`,
      other: document.other,
      none: [null, true, 7],
    });
  });

  it('changes nothing when nothing was copied', () => {
    const nothing = { ids: new Map(), services: new Map(), portals };
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.stringify(rewriteDocument(value, nothing))).toBe(JSON.stringify(value));
      }),
    );
  });

  it('leaves no copied id behind, and a second time changes nothing', () => {
    const texts = fc.array(fc.tuple(fc.string(), id, fc.string()));
    fc.assert(
      fc.property(texts, fc.dictionary(id, id, { maxKeys: 5 }), (parts, pairs) => {
        const targets = new Set(Object.values(pairs));
        const given = new Map(Object.entries(pairs).filter(([from]) => !targets.has(from)));
        const document = [
          ...parts.map(([before, one, after]) => `${before} ${one} ${after}`),
          ...given.keys(),
        ];
        const all = { ids: given, services: new Map(), portals };
        const once = rewriteDocument(document, all);
        for (const from of given.keys()) expect(mentionedIn(once).ids).not.toContain(from);
        expect(rewriteDocument(once, all)).toEqual(once);
      }),
    );
  });

  it.each([
    [
      'https://One.example/Server/rest/services/A/FeatureServer/3?f=json',
      'one.example/server/rest/services/a/featureserver',
    ],
    ['http://one.example/a/MapServer', 'one.example/a/mapserver'],
    ['https://one.example/a/FeatureServers/3', undefined],
    ['https://one.example/', undefined],
  ])('the service of %s is %s', (url, root) => {
    expect(serviceRoot(url)).toBe(root);
  });
});

describe('names of copies', () => {
  it('are the same each time and fit every portal', () => {
    expect(serviceName({ url: roads, id: ids.roads, title: 'x' })).toBe('Roads_22222222');
    expect(serviceName({ url: 'https://x/Städte%20(1)/FeatureServer', id: ids.app, title: 'x' })).toMatch(
      /^[A-Za-z0-9_]+$/,
    );
    expect(copyMarker(portals.from, ids.map)).toBe(`mapping-copy:one.example:${ids.map}`);
  });

  it('of groups are compared without case', () => {
    expect(sameGroup(' Field Crew', [{ id: 'g', title: 'field crew' }])).toBe('g');
    expect(sameGroup('Crew', [{ id: 'g', title: 'field crew' }])).toBeUndefined();
  });
});

describe('the definition of a layer', () => {
  it('keeps fields with domains and drawing, and leaves out what belongs to a server', () => {
    const domain = { type: 'codedValue', name: 'Kind', codedValues: [{ name: 'Oak', code: 1 }] };
    expect(
      layerDefinition({
        id: 2,
        name: 'Trees',
        currentVersion: 12,
        serviceItemId: 'x',
        relationships: [{}],
        editFieldsInfo: {},
        drawingInfo: { renderer: {} },
        fields: [
          { name: 'OBJECTID', type: 'esriFieldTypeOID', editable: false },
          { name: 'kind', type: 'esriFieldTypeInteger', editable: false, domain },
          { name: 'Shape__Area', type: 'esriFieldTypeDouble' },
        ],
      }),
    ).toEqual({
      id: 2,
      name: 'Trees',
      drawingInfo: { renderer: {} },
      capabilities: 'Create,Delete,Query,Update,Editing',
      fields: [
        { name: 'OBJECTID', type: 'esriFieldTypeOID', editable: false },
        { name: 'kind', type: 'esriFieldTypeInteger', editable: true, domain },
      ],
    });
  });

  it('is followed by batches that hold every feature once, in order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string()),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 40 }),
        (all, max, size) => {
          const batches = inBatches(all, max, size);
          expect(batches.flat()).toEqual(all);
          for (const batch of batches) {
            expect(batch.length > 0 && batch.length <= max).toBe(true);
            const characters = batch.reduce((sum, one) => sum + JSON.stringify(one).length, 0);
            expect(batch.length === 1 || characters <= size).toBe(true);
          }
        },
      ),
    );
  });
});
