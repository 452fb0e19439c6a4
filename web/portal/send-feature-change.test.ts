import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeFetch } from '../../testing/web/fake-fetch.ts';
import type { FeatureChange } from '../../wire/waiting-changes.ts';
import { overwriting, sendFeatureChange } from './send-feature-change.ts';

afterEach(() => vi.unstubAllGlobals());

const url = 'https://services.example/FeatureServer/0';
const portal = {
  restUrl: 'https://portal.example/sharing/rest',
  session: { token: async () => '', renew: async () => '' },
};
const before = {
  attributes: { OBJECTID: 5, name: 'Expo', shelter: 'no' },
  geometry: { x: 1, y: 2, spatialReference: { wkid: 102_100, latestWkid: 3857 } },
};
const text = (label: string) => ({ label, type: 'esriFieldTypeString' });
const change: FeatureChange = {
  kind: 'update',
  url,
  layerTitle: 'Stops',
  title: 'Expo',
  objectIdField: 'OBJECTID',
  objectId: 5,
  values: { shelter: 'yes' },
  before,
  fields: { name: text('Name'), shelter: text('Shelter') },
  shown: null,
  rollsBack: true,
};
const { before: _none, objectId: _id, ...rest } = change;
const addition: FeatureChange = {
  ...rest,
  kind: 'add',
  globalIdField: 'GlobalID',
  globalId: '{A}',
  values: { name: 'New' },
  geometry: before.geometry,
};

/** A layer that answers queries with these features, and edits with this result. */
function layer(features: object[], answer: object = {}) {
  const log = fakeFetch({ '/0/query': { features }, '/0/applyEdits': answer });
  const edits = () => log.filter(({ path }) => path.endsWith('/applyEdits')).map(({ params }) => params);
  return { log, edits };
}
const parsed = (json: string | undefined) => JSON.parse(json ?? 'null') as unknown;

describe('the change of a feature', () => {
  it('is sent where the feature is as it was opened, with what was changed only', async () => {
    const { log, edits } = layer([before], { updateResults: [{ success: true }] });
    expect(await sendFeatureChange(portal, change, false)).toEqual({ state: 'sent' });
    expect(log[0]).toMatchObject({ method: 'POST', params: { objectIds: '5', outSR: '3857' } });
    expect(parsed(edits()[0]?.['updates'])).toEqual([{ attributes: { shelter: 'yes', OBJECTID: 5 } }]);
    expect(edits()[0]).toMatchObject({ rollbackOnFailure: 'true' });
  });

  it('is not sent where somebody has changed or deleted the feature', async () => {
    const theirs = { ...before, attributes: { ...before.attributes, shelter: 'broken' } };
    const changed = layer([theirs]);
    expect(await sendFeatureChange(portal, change, false)).toEqual({ state: 'other', theirs });
    expect(changed.edits()).toEqual([]);
    layer([]);
    expect(await sendFeatureChange(portal, change, false)).toEqual({ state: 'other', theirs: null });
  });

  it('overwrites what somebody has stored in the reference of the layer, with its height', async () => {
    const inLayer = { attributes: before.attributes, geometry: { x: 71, y: 51, z: 3 } };
    const theirs = { ...inLayer, attributes: { ...before.attributes, shelter: 'broken' } };
    const common = { spatialReference: { wkid: 4326 }, hasZ: true };
    const log = fakeFetch({
      '/0/query': { ...common, features: [theirs] },
      '/0/applyEdits': { updateResults: [{ success: true }] },
    });
    const found = await sendFeatureChange(portal, change, false);
    const mine = overwriting(change, found.state === 'other' ? found.theirs : null);
    expect(await sendFeatureChange(portal, mine, false)).toEqual({ state: 'sent' });
    expect(log[1]?.params).toMatchObject({ outSR: '4326', returnZ: 'true' });
  });

  it('asks for the height of a point that does not say that it has one', async () => {
    const { log } = layer([]);
    const high = { ...before, geometry: { ...before.geometry, z: 3 } };
    await sendFeatureChange(portal, { ...change, before: high }, false);
    expect(log[0]?.params).toMatchObject({ returnZ: 'true' });
  });

  it('is not sent twice', async () => {
    const mine = { ...before, attributes: { ...before.attributes, shelter: 'yes' } };
    const { edits } = layer([mine]);
    expect(await sendFeatureChange(portal, change, true)).toEqual({ state: 'sent' });
    expect(edits()).toEqual([]);
  });

  it('that the layer refuses fails with its reason', async () => {
    layer([before], { updateResults: [{ success: false, error: { code: 1019, description: 'Too long.' } }] });
    await expect(sendFeatureChange(portal, change, false)).rejects.toMatchObject({
      id: 'edit:refused',
      status: 400,
      faults: [{ values: { reason: 'Too long.' } }],
    });
  });
});

describe('a new feature', () => {
  it('has a GlobalID of this browser, and the layer is asked for it before it is sent again', async () => {
    const first = layer([], { addResults: [{ success: true }] });
    await sendFeatureChange(portal, addition, false);
    expect(parsed(first.edits()[0]?.['adds'])).toEqual([
      { attributes: { name: 'New', GlobalID: '{A}' }, geometry: before.geometry },
    ]);
    expect(first.edits()[0]).toMatchObject({ useGlobalIds: 'true' });
    const second = layer([{ attributes: { OBJECTID: 9 } }]);
    await sendFeatureChange(portal, addition, true);
    expect(second.log[0]?.params['where']).toBe("GlobalID = '{A}'");
    expect(second.edits()).toEqual([]);
  });

  it('is looked for by its values and shape where the layer knows no GlobalIDs of clients', async () => {
    const { globalIdField: _field, globalId: _own, ...plain } = addition;
    const there = { attributes: { OBJECTID: 9, name: 'New' }, geometry: before.geometry };
    const again = layer([there]);
    await sendFeatureChange(portal, plain, true);
    expect(again.edits()).toEqual([]);
    const other = layer([{ ...there, attributes: { name: 'Other' } }], { addResults: [{ success: true }] });
    await sendFeatureChange(portal, plain, true);
    expect(other.edits()).toHaveLength(1);
  });
});

describe('a change that is sent all the same', () => {
  it('is one of the feature as it is now', async () => {
    const theirs = { ...before, attributes: { ...before.attributes, shelter: 'broken', name: 'Expo 2' } };
    const { edits } = layer([theirs], { updateResults: [{ success: true }] });
    await sendFeatureChange(portal, overwriting(change, theirs), false);
    expect(parsed(edits()[0]?.['updates'])).toEqual([{ attributes: { shelter: 'yes', OBJECTID: 5 } }]);
  });

  it('adds a feature that is gone, with all that was known of it', () => {
    expect(overwriting(change, null)).toMatchObject({
      kind: 'add',
      values: { name: 'Expo', shelter: 'yes' },
      geometry: before.geometry,
    });
    const partial = { ...change, before: { attributes: before.attributes } };
    expect(() => overwriting(partial, null)).toThrow(expect.objectContaining({ id: 'edit:gone' }));
  });
});
