import { expect, it } from 'vitest';
import { requireWebMap } from './readable-document.ts';

const maps = import.meta.glob('/testing/portal-content/web-maps/*.json', { eager: true, import: 'default' });

it.each(Object.entries(maps))('%s is a web map', (_name, data) => {
  expect(() => requireWebMap(data)).not.toThrow();
});

it.each<[string, unknown]>([
  ['a layer of a service', { id: 0, name: 'Trees', type: 'Feature Layer', fields: [] }],
  ['the layers of a service’s item', { layers: [{ id: 0, popupInfo: {} }] }],
  ['a layer of a web map', { id: 'a', title: 'A', url: 'https://x/FeatureServer/0', layerDefinition: {} }],
  ['a list', [1]],
  ['a text', 'map'],
])('%s is no web map', (_name, data) => {
  expect(() => requireWebMap(data)).toThrow(expect.objectContaining({ id: 'map:not-a-web-map' }));
});
