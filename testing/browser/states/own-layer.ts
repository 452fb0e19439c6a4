import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { embeddedMaps } from '../demo-maps.ts';

export interface OwnLayer {
  itemId: string;
  service: string;
  /** Of a map that shows the layer. */
  map: string;
}

/** More than a form shows without a field that searches them. */
const kinds = {
  type: 'codedValue',
  name: 'kinds',
  codedValues: Array.from({ length: 12 }, (_none, at) => ({ code: `k${at}`, name: `Kind ${at}` })),
};

/** A hosted layer of grace's with one bench and its history, and a map of it. */
export async function addOwnLayer(page: Page): Promise<OwnLayer> {
  const { origin } = new URL((await page.request.get('/health')).url());
  const maps = embeddedMaps(page.request, origin);
  const service = `Benches_${randomUUID().slice(0, 8)}`;
  const fields = ['name', 'note', 'kind'].map((name) => ({
    name,
    alias: name,
    type: 'esriFieldTypeString',
    ...(name === 'kind' && { domain: kinds }),
  }));
  const itemId = await maps.addService(service, [
    { id: 0, name: 'Benches', geometryType: 'esriGeometryPoint', fields },
  ]);
  const geometry = { x: 71.43, y: 51.13, spatialReference: { wkid: 4326 } };
  await maps.ask(service, '0/applyEdits', { adds: [{ attributes: { name: 'Quay' }, geometry }] });
  await maps.define(service, { isDataArchived: true });
  await maps.ask(service, '0/applyEdits', { updates: [{ attributes: { OBJECTID: 1, name: 'Old quay' } }] });
  const map = await maps.add(service, {
    operationalLayers: [
      {
        id: 'benches',
        title: 'Benches',
        url: maps.layerOf(service),
        itemId,
        layerType: 'ArcGISFeatureLayer',
        popupInfo: {
          title: '{name}',
          popupElements: [{ type: 'fields', fieldInfos: [{ fieldName: 'name' }] }],
        },
      },
    ],
    baseMap: { title: 'None', baseMapLayers: [] },
    version: '2.31',
  });
  return { itemId, service, map };
}

/** Registers a copy of a layer for offline use, as a device does. */
export async function takeOffline(page: Page, service: string): Promise<void> {
  const { origin } = new URL((await page.request.get('/health')).url());
  await embeddedMaps(page.request, origin).ask(service, 'createReplica', {
    replicaName: 'Phone',
    layers: [0],
    syncModel: 'perLayer',
  });
}
