import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { expect, it } from 'vitest';
import { fakeMapModel } from '../../../testing/web/fake-map-model.ts';
import { featureTitle, titleRuleOf } from '../in-view/feature-title.ts';
import type { MapInternals } from '../map-model.ts';
import { setLayerLabels } from './label-layer.ts';

const objectId = { name: 'OBJECTID', type: 'oid' } as const;
const text = (name: string) => ({ name, type: 'string' }) as const;
const number = (name: string) => ({ name, type: 'integer' }) as const;

/** The field that labels a layer once they are turned on. */
function labelled(layer: FeatureLayer): string | undefined {
  const layers = {
    find: () => layer,
    indexOf: () => 0,
    toArray: () => [layer],
    [Symbol.iterator]: () => [layer].values(),
  };
  const view = { map: { layers } } as unknown as MapInternals['view'];
  setLayerLabels(fakeMapModel({}, { view }).model, layer.id, true);
  return /\["(.+)"\]/.exec(layer.labelingInfo?.[0]?.labelExpressionInfo?.expression ?? '')?.[1];
}

const titled = (layer: FeatureLayer) =>
  featureTitle(titleRuleOf(layer), Object.fromEntries(layer.fields.map(({ name }) => [name, name])), String);

it.each([
  ['label', [objectId, text('name'), text('label')], 'label'],
  ['LABEL', [objectId, text('name'), text('label')], 'label'],
  // Servers name the field of the ids where the owner chose none.
  ['OBJECTID', [objectId, text('kind'), text('street_name')], 'street_name'],
  ['storeys', [objectId, number('storeys'), text('name')], 'name'],
  ['', [objectId, text('kind'), text('Name')], 'Name'],
])(
  'a layer with the display field “%s” is titled and labelled by the same one',
  (displayField, fields, field) => {
    const layer = new FeatureLayer({ displayField, fields });
    expect(titled(layer)).toBe(field);
    expect(labelled(layer)).toBe(field);
  },
);

it.each([
  ['storeys', [objectId, number('storeys')], 'storeys'],
  ['', [objectId, number('storeys'), text('kind')], 'kind'],
  ['', [objectId, number('storeys')], 'OBJECTID'],
])(
  'a layer with the display field “%s” and no titles is labelled nevertheless',
  (displayField, fields, field) => {
    const layer = new FeatureLayer({ displayField, fields });
    expect(titled(layer)).toBe('');
    expect(labelled(layer)).toBe(field);
  },
);
