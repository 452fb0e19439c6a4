import Point from '@arcgis/core/geometry/Point.js';
import Graphic from '@arcgis/core/Graphic.js';
import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MappingError } from '../../../wire/errors.ts';
import { type FeatureChange, resultOf } from '../../../wire/waiting-changes.ts';
import { sdkError } from '../sdk/sdk-error.ts';
import type { EditQueue } from './edit-queue.ts';
import { addressOfLayer, applyWaiting, featureJson, sendOrWait } from './feature-change.ts';

afterEach(() => vi.unstubAllGlobals());

const url = 'https://services.example/arcgis/rest/services/Stops/FeatureServer';
const layer = new FeatureLayer({
  url,
  layerId: 0,
  title: 'Stops',
  objectIdField: 'OBJECTID',
  fields: [
    { name: 'OBJECTID', type: 'oid' },
    { name: 'shelter', type: 'string', alias: 'Shelter', editable: true },
    { name: 'computed', type: 'string', editable: false },
  ],
});

function rig(online = true) {
  vi.stubGlobal('navigator', { onLine: online });
  const feature = new Graphic({
    geometry: new Point({ x: 1, y: 2 }),
    attributes: { OBJECTID: 5, shelter: 'no' },
  });
  const before = featureJson(feature, false);
  const added: [FeatureChange, boolean][] = [];
  const queue: EditQueue = {
    add: async (change, isTried) => void added.push([change, isTried]),
    find: async () => undefined,
  };
  const send = (
    request: () => Promise<void>,
    more: Partial<Parameters<typeof sendOrWait>[1]> = {},
    change: Partial<Parameters<typeof sendOrWait>[2]> = {},
  ) =>
    sendOrWait(
      queue,
      { layer, feature, title: 'Expo', before, waiting: undefined, ...more },
      { kind: 'update', values: { shelter: 'yes' }, ...change },
      request,
    );
  return { send, added, feature, before };
}

/** As the SDK reports a request without a response, within the error of an edit. */
const lost = () =>
  sdkError({ name: 'request:server', message: 'Failed to fetch', details: {} }, 'edit:failed');

describe('an edit', () => {
  it('waits where nothing responded, with the feature as it was opened', async () => {
    const { send, added, before } = rig();
    await send(async () => {
      throw lost();
    });
    expect(added).toEqual([
      [
        expect.objectContaining({
          kind: 'update',
          url: `${url}/0`,
          objectId: 5,
          values: { shelter: 'yes' },
          before,
          fields: { shelter: { label: 'Shelter', type: 'esriFieldTypeString' } },
        }),
        true,
      ],
    ]);
    expect(added[0]?.[0]).not.toHaveProperty('geometry');
  });

  it('is not sent where the browser is offline, or an earlier change of the feature waits', async () => {
    const request = vi.fn<() => Promise<void>>();
    const offline = rig(false);
    await offline.send(request);
    const { send, added, before } = rig();
    const waiting = { ...(offline.added[0]?.[0] as FeatureChange), before: { ...before, geometry: null } };
    await send(request, { waiting }, { kind: 'delete' });
    expect(request).not.toHaveBeenCalled();
    expect(offline.added[0]?.[1]).toBe(false);
    expect(added[0]).toEqual([expect.objectContaining({ kind: 'delete', before: resultOf(waiting) }), false]);
  });

  it.each([
    [
      'a server that refuses it',
      sdkError({ name: 'x', message: 'No.', details: { httpStatus: 403 } }, 'edit:failed'),
    ],
    [
      'a server that fails',
      sdkError({ name: 'x', message: 'No.', details: { httpStatus: 500 } }, 'edit:failed'),
    ],
    ['a field with an error', new MappingError('edit:faults', 'x', { status: 400 })],
    [
      'a page instead of a response',
      sdkError({ name: 'request:server', message: 'Unexpected token < in JSON' }, 'edit:failed'),
    ],
  ])('never waits after %s', async (_what, error) => {
    const { send, added } = rig();
    await expect(send(async () => Promise.reject(error))).rejects.toBe(error);
    expect(added).toEqual([]);
  });

  it('is sent by plain http to the host of a page that has no https, whose addresses the SDK upgrades', async () => {
    vi.stubGlobal('location', { origin: 'http://services.example' });
    const { send, added } = rig(false);
    await send(async () => {});
    expect(added[0]?.[0].url).toBe(`${url.replace('https:', 'http:')}/0`);
    vi.stubGlobal('location', { origin: 'http://maps.example' });
    expect(addressOfLayer(layer)).toBe(`${url}/0`);
  });

  it('of attachments needs a connection', async () => {
    const { send, added } = rig(false);
    await expect(send(async () => {}, {}, { withFiles: true })).rejects.toMatchObject({
      id: 'edit:files-offline',
    });
    expect(added).toEqual([]);
  });

  it('of a new feature has a GlobalID only where the layer accepts one', async () => {
    const { send, added } = rig(false);
    await send(async () => {}, { before: undefined }, { kind: 'add', withShape: true });
    expect(added[0]?.[0]).toMatchObject({ kind: 'add', geometry: { x: 1, y: 2 } });
    expect(added[0]?.[0]).not.toHaveProperty('globalId');
    expect(added[0]?.[0]).not.toHaveProperty('objectId');
  });
});

it('a feature is opened as its waiting change leaves it', () => {
  const { feature } = rig();
  const change = { values: { shelter: 'yes' }, geometry: { x: 7, y: 8 } } as unknown as FeatureChange;
  applyWaiting(feature, change);
  expect(feature.attributes).toMatchObject({ OBJECTID: 5, shelter: 'yes' });
  expect(feature.geometry?.toJSON()).toMatchObject({ x: 7, y: 8 });
  expect(featureJson(feature, true)).not.toHaveProperty('geometry');
});
