import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultsOf } from './errors.ts';
import {
  createdSharedMapSchema,
  newSharedMapSchema,
  sharedMapChangeSchema,
  sharedMapSchema,
  sharedMapSummarySchema,
  sidSchema,
  viewpointSchema,
} from './shared-map.ts';

const sid = 'abcdEFGH23456789';
const webMap = {
  version: '2.33',
  operationalLayers: [{ id: 'a', title: 'Stops', odd: { deep: [1] } }],
  baseMap: {},
};
const view = { latitude: 51.1, longitude: 71.4, zoom: 12 };

describe('request to share a map', () => {
  it('is public and without expiry by default', () => {
    expect(newSharedMapSchema.parse({ title: ' Stops ', webMap })).toEqual({
      title: 'Stops',
      webMap,
      access: 'public',
      groups: [],
    });
  });

  it('keeps unknown members of the document', () => {
    const document = {
      ...webMap,
      widgets: { future: true },
      operationalLayers: [{ anything: [1, { b: null }] }],
    };
    expect(newSharedMapSchema.parse({ title: 'A', webMap: document }).webMap).toEqual(document);
  });

  it.each([
    ['title', { title: '' }],
    ['title', { title: '   ' }],
    ['title', { title: 'a'.repeat(251) }],
    ['title', { title: undefined }],
    ['access', { access: 'everyone' }],
    ['groups', { access: 'groups' }],
    ['groups', { access: 'members', groups: ['a'] }],
    ['groups', { access: 'groups', groups: Array.from({ length: 21 }, () => 'a') }],
    ['expiresInDays', { expiresInDays: 0 }],
    ['expiresInDays', { expiresInDays: 3651 }],
    ['expiresInDays', { expiresInDays: 1.5 }],
    ['expiresInDays', { expiresInDays: null }],
    ['webMap', { webMap: 'text' }],
    ['webMap', { webMap: undefined }],
    ['webMap.operationalLayers', { webMap: { operationalLayers: {} } }],
    ['webMap.operationalLayers', { webMap: { operationalLayers: Array.from({ length: 501 }, () => ({})) } }],
    ['webMap.operationalLayers.0', { webMap: { operationalLayers: ['layer'] } }],
    ['webMap.baseMap', { webMap: { baseMap: [] } }],
    ['webMap.version', { webMap: { version: '2'.repeat(21) } }],
    ['viewpoint.latitude', { viewpoint: { ...view, latitude: 91 } }],
    ['viewpoint.zoom', { viewpoint: { ...view, zoom: '12' } }],
  ])('is rejected at %s for %j', (path, wrong) => {
    const { error } = newSharedMapSchema.safeParse({ title: 'A', webMap, ...wrong });
    expect(error && faultsOf(error).map((fault) => fault.path)).toEqual([path]);
  });
});

describe('request to change a shared map', () => {
  it.each([
    [{ title: ' New ' }, { title: 'New' }],
    [{ access: 'members' }, { access: 'members' }],
    [{ expiresInDays: 30 }, { expiresInDays: 30 }],
    [{ expiresInDays: null }, { expiresInDays: null }],
    [{ title: 'B', unknown: 1 }, { title: 'B' }],
  ])('%j is read as %j', (body, change) => {
    expect(sharedMapChangeSchema.parse(body)).toEqual(change);
  });

  it.each([{}, { unknown: 1 }, { title: '' }, { access: 'private' }, { expiresInDays: -1 }, [], null])(
    '%j is rejected',
    (body) => {
      expect(sharedMapChangeSchema.safeParse(body).success).toBe(false);
    },
  );

  it('without changes is rejected with what can be changed', () => {
    const { error } = sharedMapChangeSchema.safeParse({});
    expect(error && faultsOf(error)).toEqual([
      { path: '(whole)', message: 'Specify a title, an access or an expiry to change.' },
    ]);
  });
});

describe('id of a shared map', () => {
  const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

  it('is any 16 of the 58 letters and digits that cannot be confused', () => {
    const ids = fc.array(fc.constantFrom(...letters), { minLength: 16, maxLength: 16 });
    fc.assert(
      fc.property(ids, (id) => {
        expect(sidSchema.parse(id.join(''))).toBe(id.join(''));
      }),
    );
  });

  it.each([
    '',
    sid.slice(1),
    `${sid}a`,
    `${sid.slice(1)}0`,
    `${sid.slice(1)}O`,
    `${sid.slice(1)}I`,
    `${sid.slice(1)}l`,
  ])('is not %s', (id) => {
    expect(sidSchema.safeParse(id).success).toBe(false);
  });

  it.each([`${sid}\n`, ` ${sid}`, `${sid.slice(1)}/`, `${sid.slice(2)}..`, `${sid.slice(1)}ü`])(
    'is not %j, which would point elsewhere',
    (id) => {
      expect(sidSchema.safeParse(id).success).toBe(false);
    },
  );
});

describe('viewpoint', () => {
  it('faces north by default', () => {
    expect(viewpointSchema.parse(view)).toEqual({ ...view, rotation: 0 });
  });

  it('is anywhere on earth', () => {
    const anywhere = fc.record({
      latitude: fc.double({ min: -90, max: 90, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
      zoom: fc.double({ min: 0, max: 30, noNaN: true }),
      rotation: fc.double({ min: 0, max: 360, noNaN: true }),
    });
    fc.assert(
      fc.property(anywhere, (place) => {
        expect(viewpointSchema.parse(place)).toEqual(place);
      }),
    );
  });

  it.each([
    { latitude: Number.NaN },
    { longitude: 181 },
    { zoom: -1 },
    { zoom: Infinity },
    { rotation: 361 },
  ])('is not %j', (wrong) => {
    expect(viewpointSchema.safeParse({ ...view, ...wrong }).success).toBe(false);
  });
});

describe('responses', () => {
  const summary = {
    sid,
    url: `/demo/map/sid/${sid}`,
    title: 'Stops',
    access: 'members',
    groups: [],
    owner: 'grace',
    created: 1_700_000_000_000,
    modified: 1_700_000_000_001,
    expires: null,
    revoked: false,
  };

  it('with a list have no documents', () => {
    expect(sharedMapSummarySchema.parse({ ...summary, webMap })).toEqual(summary);
  });

  it('with one map have the document and the viewpoint, or none', () => {
    const viewpoint = { ...view, rotation: 90 };
    expect(sharedMapSchema.parse({ ...summary, webMap, viewpoint })).toEqual({
      ...summary,
      webMap,
      viewpoint,
    });
    expect(sharedMapSchema.parse({ ...summary, webMap, viewpoint: null }).viewpoint).toBeNull();
    expect(sharedMapSchema.safeParse({ ...summary, webMap }).success).toBe(false);
  });

  it('of sharing name what was removed', () => {
    const created = { sid, url: summary.url, removed: ['operationalLayers.0.url'] };
    expect(createdSharedMapSchema.parse(created)).toEqual(created);
    expect(createdSharedMapSchema.safeParse({ sid, url: summary.url }).success).toBe(false);
  });
});
