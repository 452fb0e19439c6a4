import AreaMeasurementAnalysis from '@arcgis/core/analysis/AreaMeasurementAnalysis.js';
import DistanceMeasurementAnalysis from '@arcgis/core/analysis/DistanceMeasurementAnalysis.js';
import { watch } from '@arcgis/core/core/reactiveUtils.js';
import type AreaMeasurementAnalysisView2D from '@arcgis/core/views/2d/analysis/AreaMeasurementAnalysisView2D.js';
import type DistanceMeasurementAnalysisView2D from '@arcgis/core/views/2d/analysis/DistanceMeasurementAnalysisView2D.js';
import type { MapInside } from '../map-model.ts';
import type { Measured, Measurement } from './measure-types.ts';
import { areaIn, lengthIn, type UnitSystem } from './units.ts';

type AnyView = DistanceMeasurementAnalysisView2D | AreaMeasurementAnalysisView2D;

const plurals = { meter: 'meters', kilometer: 'kilometers', foot: 'feet', mile: 'miles' } as const;

/** Square metres and metres of what the SDK measured, whatever its unit. */
function read(result: AnyView['result']): Measured {
  if (!result) return { length: 0, area: 0 };
  if ('length' in result) return { length: result.length.value * metresOf(result.length.unit), area: 0 };
  const { area, perimeter } = result;
  return {
    length: perimeter ? perimeter.value * metresOf(perimeter.unit) : 0,
    area: area ? area.value * metresOf(area.unit.replace(/^square-/, '')) ** 2 : 0,
  };
}

/** The SDK answers in the metres of its own unit system. */
function metresOf(unit: string): number {
  return unit === 'kilometers' ? 1000 : unit === 'feet' ? 0.3048 : unit === 'miles' ? 1609.344 : 1;
}

/** Draws and measures with the SDK's analyses; what it writes on the map is in the unit the panel shows. */
export async function measure(
  { view, claimClicks, onLeave }: MapInside,
  kind: 'distance' | 'area',
  first: UnitSystem,
  onMeasured: (measured: Measured) => void,
): Promise<Measurement> {
  const release = claimClicks();
  const ended = new AbortController();
  let system = first;
  const distance = kind === 'distance' ? new DistanceMeasurementAnalysis() : undefined;
  const area = kind === 'area' ? new AreaMeasurementAnalysis() : undefined;
  const analysis = (distance ?? area) as DistanceMeasurementAnalysis;
  const showUnits = ({ length, area: size }: Measured) => {
    if (distance) distance.unit = plurals[lengthIn(length, system).unit];
    if (area) area.unit = areaIn(size, system).unit;
  };
  const stop = () => {
    if (ended.signal.aborted) return;
    ended.abort();
    release();
    if (!view.destroyed) view.analyses.remove(analysis);
    analysis.destroy();
  };
  onLeave(stop);
  showUnits({ length: 0, area: 0 });
  view.analyses.add(analysis);
  const analysisView = (await view.whenAnalysisView(analysis)) as AnyView;
  const tell = () => {
    const measured = read(analysisView.result);
    showUnits(measured);
    onMeasured(measured);
  };
  const handle = watch(() => analysisView.result, tell);
  ended.signal.addEventListener('abort', () => handle.remove());
  void place(analysisView, ended.signal);
  return {
    setSystem(next) {
      system = next;
      tell();
    },
    stop,
  };
}

/** Escape before the end leaves nothing behind and begins anew. */
async function place(analysisView: AnyView, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await analysisView.place({ signal });
      analysisView.interactive = true;
      return;
    } catch {
      if (analysisView.destroyed) return;
    }
  }
}
