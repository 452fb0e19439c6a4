import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type Layer from '@arcgis/core/layers/Layer.js';
import ArcgisMap from '@arcgis/core/Map.js';
import SimpleRenderer from '@arcgis/core/renderers/SimpleRenderer.js';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { reportStopped } from '../arcade/bounded-expression.ts';
import { followEndlessExpressions } from './endless-expressions.ts';

const endless = 'while ($feature["a"] == "b") { }';

/** Layers of the SDK write themselves as JSON in the same way. */
const layerWith = (parts: object) => parts as unknown as Layer;

async function follow(map = new ArcgisMap(), notify = vi.fn<() => void>()) {
  const { causeOf, remove } = followEndlessExpressions({ map }, notify);
  onTestFinished(remove);
  reportStopped(endless);
  await vi.waitFor(() => expect(notify).toHaveBeenCalledOnce());
  return causeOf;
}

describe('an expression that was stopped while it was drawn', () => {
  it.each([
    ['style', { renderer: { toJSON: () => ({ valueExpression: endless }) } }],
    ['labels', { labelingInfo: [{ toJSON: () => ({ labelExpressionInfo: { expression: endless } }) }] }],
    ['clusters', { featureReduction: { toJSON: () => ({ renderer: { valueExpression: endless } }) } }],
  ])('is named at the layers with it in their %s', async (_part, parts) => {
    const causeOf = await follow();
    expect(causeOf(layerWith(parts))).toMatchObject({ id: 'layer:endless-expression' });
  });

  it('is not named at other layers, or once it has been replaced', async () => {
    const causeOf = await follow();
    const layer = layerWith({ renderer: { toJSON: () => ({ valueExpression: '$feature["a"]' }) } });
    expect(causeOf(layer)).toBeUndefined();
    expect(causeOf(layerWith({}))).toBeUndefined();
  });

  it('is reported once it has been corrected, also in a layer that is not drawn', async () => {
    const notify = vi.fn<() => void>();
    const layer = new FeatureLayer({ visible: false });
    await follow(new ArcgisMap({ layers: [layer] }), notify);
    layer.renderer = new SimpleRenderer();
    await vi.waitFor(() => expect(notify).toHaveBeenCalledTimes(2));
  });
});
