import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import FeatureReductionBinning from '@arcgis/core/layers/support/FeatureReductionBinning.js';
import FeatureReductionCluster from '@arcgis/core/layers/support/FeatureReductionCluster.js';
import type MapView from '@arcgis/core/views/MapView.js';
import { describe, expect, it, vi } from 'vitest';
import { openGroupLabels, openGroupPopup } from '../configure/group-session.ts';
import { fieldExpression } from '../configure/label-json.ts';
import type { MapInternals } from '../map-model.ts';
import { controlGrouping } from './grouping-session.ts';

const clusters = {
  type: 'cluster',
  clusterRadius: 45,
  clusterMinSize: 16,
  clusterMaxSize: 40,
  showLabels: true,
  drawingInfo: {
    labelingInfo: [{ labelExpressionInfo: { expression: '$feature.cluster_count' } }],
  },
  popupInfo: { title: 'Trees', popupElements: [{ type: 'text', text: '{cluster_count} trees' }] },
};
const bins = {
  type: 'binning',
  fixedBinLevel: 6,
  fields: [{ name: 'aggregateCount', statisticType: 'count' }],
  drawingInfo: {
    renderer: {
      type: 'simple',
      symbol: { type: 'esriSFS', style: 'esriSFSSolid', color: [200, 60, 40, 90] },
    },
  },
};

function rig(json: typeof clusters | typeof bins) {
  const layer = new FeatureLayer({ id: 'trees', title: 'Trees', source: [], geometryType: 'point' });
  layer.load = async () => layer;
  const Groups = json.type === 'cluster' ? FeatureReductionCluster : FeatureReductionBinning;
  layer.featureReduction = Groups.fromJSON(structuredClone(json)) as FeatureReductionCluster;
  const view = { map: { layers: { toArray: () => [layer] } } } as unknown as MapView;
  const changed = vi.fn<() => void>();
  const endRequest = vi.fn<() => void>();
  const setGroups = (groups: FeatureLayer['featureReduction']) => void (layer.featureReduction = groups);
  const compute = (make: (signal: AbortSignal) => Promise<void>) => make(new AbortController().signal);
  return {
    layer,
    changed,
    endRequest,
    internals: { view } as unknown as MapInternals,
    written: () => (layer.featureReduction as FeatureReductionCluster).toJSON() as Record<string, unknown>,
    ...controlGrouping({ layer, view, theme: 'light', compute, endRequest, setGroups, changed }),
  };
}

describe('clusters', () => {
  it('are changed as a copy, and keep what is not changed', () => {
    const { layer, control, changed, written } = rig(clusters);
    const was = layer.featureReduction;
    const before = written();
    control.setSizes({ radius: 80 });
    expect(layer.featureReduction).not.toBe(was);
    expect(written()).toEqual({ ...before, clusterRadius: 80 });
    expect(changed).toHaveBeenCalledOnce();
  });

  it('are never smaller at most than at least', () => {
    const { control, describe: now } = rig(clusters);
    control.setSizes({ smallest: 60 });
    expect(now()).toMatchObject({ smallest: 60, largest: 60 });
    control.setSizes({ largest: 10 });
    expect(now()).toMatchObject({ smallest: 10, largest: 10 });
  });

  it('have a symbol of their own as the specification writes it, or those of their features', () => {
    const { control, describe: now, written } = rig(clusters);
    expect(now().symbol).toBeUndefined();
    control.setSymbol({ shape: 'diamond', color: '#ff0000' });
    expect(now().symbol).toMatchObject({ shape: 'diamond', color: '#ff0000' });
    expect(written()['drawingInfo']).toMatchObject({
      renderer: { type: 'simple', symbol: { type: 'esriSMS', style: 'esriSMSDiamond' } },
      labelingInfo: clusters.drawingInfo.labelingInfo,
    });
    control.setSymbol(undefined);
    expect(now().symbol).toBeUndefined();
    expect(JSON.stringify(written())).not.toContain('esriSMSDiamond');
  });

  it('have statistics that labels and popups can show, and that are kept while they do', async () => {
    const { control, describe: now, internals, written } = rig(clusters);
    control.addStatistic('sum', 'height', 'Sum: Height');
    control.addStatistic('sum', 'height', 'Sum: Height');
    const name = 'sum_height';
    expect(now().statistics).toEqual([
      { name, kind: 'sum', field: 'height', title: 'Sum: Height', used: false },
    ]);
    const labels = await openGroupLabels(internals, 'trees', 'Number of features');
    expect(labels.fields).toMatchObject([
      { name: 'cluster_count', title: 'Number of features' },
      { name, title: 'Sum: Height' },
    ]);
    labels.set({ on: true, classes: [{ labelExpressionInfo: { expression: fieldExpression(name) } }] });
    expect(written()).toMatchObject({
      showLabels: true,
      drawingInfo: { labelingInfo: [{ labelExpressionInfo: { expression: '$feature["sum_height"]' } }] },
    });
    expect(now().statistics[0]?.used).toBe(true);
    labels.reset();
    expect(now().statistics[0]?.used).toBe(false);
    control.removeStatistic(name);
    expect(now().statistics).toEqual([]);
  });

  it('have a popup of their own, which can be off', async () => {
    const { internals, written } = rig(clusters);
    const popup = await openGroupPopup(internals, 'trees', 'Number of features');
    const { value } = popup.state.get();
    expect(value).toMatchObject({ on: true, popup: clusters.popupInfo });
    popup.set({ on: true, popup: { ...value.popup, title: 'Forest' } });
    expect(written()).toMatchObject({ popupInfo: { ...clusters.popupInfo, title: 'Forest' } });
    popup.set({ on: false, popup: value.popup });
    expect(written()).toMatchObject({ disablePopup: true });
    expect(popup.state.get().value.on).toBe(false);
  });
});

describe('bins', () => {
  it('have another size and symbol', () => {
    const { control, describe: now, written } = rig(bins);
    control.setSizes({ level: 3 });
    control.setSymbol({ opacity: 0.5 });
    expect(now()).toMatchObject({ kind: 'bins', level: 3, symbol: { opacity: 0.5, color: '#c83c28' } });
    expect(written()).toMatchObject({ fixedBinLevel: 3, fields: [{ name: 'aggregateCount' }] });
  });

  it('get a popup of their fields where they have none', async () => {
    const { control, internals } = rig(bins);
    control.addStatistic('avg', 'height', 'Average: Height');
    const popup = await openGroupPopup(internals, 'trees', 'Number of features');
    const { value } = popup.state.get();
    expect(value.on).toBe(false);
    expect(value.popup.popupElements?.[0]?.fieldInfos?.map(({ fieldName }) => fieldName)).toEqual([
      'aggregateCount',
      'avg_height',
    ]);
  });
});

it('a layer whose points are not grouped has no such labels', async () => {
  const { layer, internals } = rig(clusters);
  layer.featureReduction = null;
  await expect(openGroupLabels(internals, 'trees', '')).rejects.toMatchObject({
    id: 'layer:not-configurable',
  });
});
