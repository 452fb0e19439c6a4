import Graphic from '@arcgis/core/Graphic.js';
import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import FeatureReductionCluster from '@arcgis/core/layers/support/FeatureReductionCluster.js';
import { fromJSON } from '@arcgis/core/renderers/support/jsonUtils.js';
import WebMap from '@arcgis/core/WebMap.js';
import { describe, expect, it, vi } from 'vitest';
import type { MapInternals } from '../map-model.ts';
import { copyStyle, styleTargets } from './copy-style.ts';

vi.stubGlobal('location', new URL('http://maps.example/demo/map'));

const symbol = { type: 'esriSMS', style: 'esriSMSCircle', size: 8, color: [200, 60, 40, 255] };

function places(id: string, fields: string[] = []): FeatureLayer {
  return new FeatureLayer({
    id,
    title: id,
    source: [new Graphic({ attributes: { OBJECTID: 1 } })],
    objectIdField: 'OBJECTID',
    geometryType: 'point',
    fields: [{ name: 'OBJECTID', type: 'oid' }, ...fields.map((name) => ({ name, type: 'double' as const }))],
    renderer: fromJSON({ type: 'simple', symbol }) as never,
  });
}

const internals = (...layers: FeatureLayer[]) =>
  ({ view: { map: new WebMap({ layers }) } }) as unknown as MapInternals;

describe('a copied style', () => {
  it.each([
    ['a field', { type: 'uniqueValue', field1: 'kind', uniqueValueInfos: [] }],
    ['an expression', { type: 'uniqueValue', valueExpression: '$feature.kind', uniqueValueInfos: [] }],
    [
      'a variable by an expression',
      {
        type: 'simple',
        symbol,
        visualVariables: [
          { type: 'rotationInfo', rotationType: 'geographic', valueExpression: '$feature["kind"] * 2' },
        ],
      },
    ],
    [
      'the largest of several numbers',
      {
        type: 'uniqueValue',
        valueExpression: 'return Max($feature["n"], $feature["kind"]);',
        uniqueValueInfos: [],
      },
    ],
  ])('by %s goes to layers of the same geometry that have its fields', async (_by, renderer) => {
    const [from, to, other] = [places('a', ['kind', 'n']), places('b', ['kind', 'n']), places('c', ['n'])];
    const map = internals(from, to, other);
    const names = async () => (await styleTargets(map, 'a')).map(({ id }) => id);
    expect(await names()).toEqual(['c', 'b']);
    from.renderer = fromJSON(renderer) as never;
    expect(await names()).toEqual(['b']);
  });

  it('has its opacity, effects and clusters, and is another one', () => {
    const [from, to] = [places('a'), places('b')];
    from.opacity = 0.5;
    from.effect = 'blur(1pt)';
    from.blendMode = 'multiply';
    from.featureReduction = new FeatureReductionCluster({ clusterRadius: '40pt' });
    copyStyle(internals(from, to), 'a', ['b']);
    expect(to).toMatchObject({ opacity: 0.5, effect: 'blur(1pt)', blendMode: 'multiply' });
    expect(to.featureReduction).toMatchObject({ type: 'cluster', clusterRadius: 40 });
    expect(to.featureReduction).not.toBe(from.featureReduction);
    expect(to.renderer?.toJSON()).toEqual(from.renderer?.toJSON());
    expect(to.renderer).not.toBe(from.renderer);

    from.featureReduction = null;
    copyStyle(internals(from, to), 'a', ['b']);
    expect(to.featureReduction).toBeNull();
  });
});
