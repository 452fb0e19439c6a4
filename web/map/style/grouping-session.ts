import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import AggregateField from '@arcgis/core/layers/support/AggregateField.js';
import FeatureReductionBinning from '@arcgis/core/layers/support/FeatureReductionBinning.js';
import FeatureReductionCluster from '@arcgis/core/layers/support/FeatureReductionCluster.js';
import PopupTemplate from '@arcgis/core/PopupTemplate.js';
import SimpleRenderer from '@arcgis/core/renderers/SimpleRenderer.js';
import binLevel from '@arcgis/core/smartMapping/heuristics/binLevel.js';
import * as clusterLabels from '@arcgis/core/smartMapping/labels/clusters.js';
import * as clusterPopups from '@arcgis/core/smartMapping/popup/clusters.js';
import SimpleFillSymbol from '@arcgis/core/symbols/SimpleFillSymbol.js';
import SimpleMarkerSymbol from '@arcgis/core/symbols/SimpleMarkerSymbol.js';
import type MapView from '@arcgis/core/views/MapView.js';
import { usualPopup } from '../configure/popup-json.ts';
import { type Groups, groupsOf } from '../layers/make-layers.ts';
import { countFields, type Grouping, type GroupingControl, groupStatistics } from './grouping.ts';
import { binRamps, makeBinRenderer } from './make-renderer.ts';
import { type AnyRenderer, readStyle, withSymbol } from './read-style.ts';
import { changedSymbol, symbolOf } from './symbol-parts.ts';

interface Used {
  layer: FeatureLayer;
  view: MapView;
  theme: 'light' | 'dark';
  /** Runs a request to the layer's service; the last one wins. */
  compute: (make: (signal: AbortSignal) => Promise<void>) => Promise<void>;
  /** Ends a request that would replace the clusters or bins that are changed now. */
  endRequest: () => void;
  setGroups: (groups: FeatureLayer['featureReduction']) => void;
  /** Called after a change. */
  changed: () => void;
}

export function controlGrouping({ layer, view, theme, compute, endRequest, setGroups, changed }: Used): {
  control: GroupingControl;
  describe: () => Grouping;
} {
  let ramp: string | undefined;
  /** Replaces the clusters or bins by a changed copy, so that undo has the former ones. */
  const change = (act: (groups: Groups) => void) => {
    const copy = groupsOf(layer)?.clone();
    if (!copy) return;
    act(copy);
    setGroups(copy);
    changed();
  };
  const control: GroupingControl = {
    setKind: (kind, count) =>
      compute(async (signal) => {
        const was = layer.featureReduction;
        if (kind === 'clusters') {
          const clusters = await makeClusters(layer, view);
          if (!signal.aborted) setGroups(clusters);
        } else if (kind === 'bins') {
          ramp ??= binRamps(theme)[0]?.id;
          const bins = await makeBins(view, layer.title ?? '', count);
          if (signal.aborted) return;
          // Its counts are read from the layer as it is drawn.
          setGroups(bins);
          const renderer = await makeBinRenderer(layer, view, { field: countFields.bins, ramp, theme }).catch(
            (cause: unknown) => {
              if (!signal.aborted) setGroups(was ?? null);
              throw cause;
            },
          );
          // Their sizes may have been changed since.
          if (!signal.aborted) change((copy) => (copy.renderer = renderer));
        } else setGroups(null);
        if (!signal.aborted) changed();
      }),
    setSizes: (sizes) =>
      change((groups) => {
        if (groups.type === 'binning') {
          if (sizes.level !== undefined) groups.fixedBinLevel = sizes.level;
          return;
        }
        if (sizes.radius !== undefined) groups.clusterRadius = sizes.radius;
        if (sizes.smallest !== undefined) {
          groups.clusterMinSize = sizes.smallest;
          groups.clusterMaxSize = Math.max(groups.clusterMaxSize, sizes.smallest);
        }
        if (sizes.largest !== undefined) {
          groups.clusterMaxSize = sizes.largest;
          groups.clusterMinSize = Math.min(groups.clusterMinSize, sizes.largest);
        }
      }),
    setSymbol: (symbol) => {
      endRequest();
      change((groups) => {
        if (groups.type === 'binning') {
          if (symbol && groups.renderer)
            groups.renderer = withSymbol(groups.renderer as AnyRenderer, symbol) as typeof groups.renderer;
        } else if (!symbol) groups.symbol = null;
        else
          groups.symbol = changedSymbol(groups.symbol ?? ownSymbol(), symbol) as NonNullable<
            typeof groups.symbol
          >;
      });
    },
    setColors: ({ field, ramp: next }) =>
      compute(async (signal) => {
        const groups = groupsOf(layer);
        if (groups?.type !== 'binning') return;
        ramp = next ?? ramp;
        const shown = field ?? colorField(groups) ?? countFields.bins;
        const renderer = await makeBinRenderer(layer, view, { field: shown, ramp, theme });
        if (!signal.aborted) change((copy) => (copy.renderer = renderer));
      }),
    addStatistic: (kind, field, title) =>
      change((groups) => {
        const names = new Set(groups.fields.map(({ name }) => name));
        const name = `${kind}_${field}`;
        if (names.has(name)) return;
        const added = { name, alias: title, onStatisticField: field, statisticType: kind };
        groups.fields = [...groups.fields, new AggregateField(added)];
      }),
    removeStatistic: (name) =>
      change((groups) => {
        groups.fields = groups.fields.filter((one) => one.name !== name);
      }),
  };
  return { control, describe: () => describeGroups(layer, theme, ramp) };
}

function describeGroups(layer: FeatureLayer, theme: 'light' | 'dark', ramp: string | undefined): Grouping {
  const groups = groupsOf(layer);
  const clusters = groups?.type === 'cluster' ? groups : undefined;
  const bins = groups?.type === 'binning' ? groups : undefined;
  const drawn = bins && readStyle(bins.renderer as AnyRenderer | null);
  const ramps = bins ? binRamps(theme) : [];
  return {
    kind: clusters ? 'clusters' : bins ? 'bins' : 'none',
    radius: clusters?.clusterRadius ?? 0,
    smallest: clusters?.clusterMinSize ?? 0,
    largest: clusters?.clusterMaxSize ?? 0,
    symbol: clusters ? (clusters.symbol ? symbolOf(clusters.symbol) : undefined) : drawn?.symbol,
    level: bins?.fixedBinLevel ?? usualLevel,
    field: bins && colorField(bins),
    ramps,
    ramp: ramps.some(({ id }) => id === ramp) ? ramp : undefined,
    colors: drawn?.colors ?? [],
    statistics: groups ? statisticsOf(groups) : [],
  };
}

const usualLevel = 4;

function colorField(bins: FeatureReductionBinning): string | undefined {
  return readStyle(bins.renderer as AnyRenderer | null).field;
}

/** The statistics that were chosen, without those that the SDK adds for its own symbols. */
function statisticsOf(groups: Groups): Grouping['statistics'] {
  const { renderer, labelingInfo, popupTemplate } = groups;
  const shown = JSON.stringify([renderer, labelingInfo, popupTemplate]);
  return groups.fields.flatMap(({ name, alias, onStatisticField, statisticType, isAutoGenerated }) => {
    const kind = groupStatistics.find((one) => one === statisticType);
    if (!kind || isAutoGenerated || !onStatisticField) return [];
    return [{ name, kind, field: onStatisticField, title: alias || name, used: shown.includes(name) }];
  });
}

function ownSymbol(): SimpleMarkerSymbol {
  return new SimpleMarkerSymbol({ color: '#1565c0', size: 12, outline: { color: 'white', width: 1 } });
}

/** Clusters whose labels count their features. */
async function makeClusters(layer: FeatureLayer, view: MapView): Promise<FeatureReductionCluster> {
  const [labels, popup] = await Promise.all([
    clusterLabels.getLabelSchemes({ layer, view }).catch(() => undefined),
    clusterPopups.getTemplates({ layer, renderer: layer.renderer as SimpleRenderer }).catch(() => undefined),
  ]);
  const scheme = labels?.primaryScheme;
  return new FeatureReductionCluster({
    clusterRadius: '60px',
    clusterMinSize: scheme?.clusterMinSize ?? '24px',
    ...(scheme && { labelingInfo: scheme.labelingInfo }),
    ...(popup && { popupTemplate: popup.primaryTemplate.value }),
  });
}

/** Bins that fit into the view, with a popup that counts their features. */
async function makeBins(view: MapView, title: string, count: string): Promise<FeatureReductionBinning> {
  const level = await binLevel({ view }).catch(() => usualLevel);
  const name = countFields.bins;
  const popup = usualPopup([{ name, title: count, kind: 'number', isWhole: true }], undefined, title);
  return new FeatureReductionBinning({
    fixedBinLevel: level,
    fields: [new AggregateField({ name, alias: count, statisticType: 'count' })],
    popupTemplate: PopupTemplate.fromJSON(popup) as PopupTemplate,
    renderer: new SimpleRenderer({
      symbol: new SimpleFillSymbol({ color: [21, 101, 192, 0.6], outline: { color: 'white', width: 0.5 } }),
    }),
  });
}
