import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type ClassBreaksRenderer from '@arcgis/core/renderers/ClassBreaksRenderer.js';
import type SimpleRenderer from '@arcgis/core/renderers/SimpleRenderer.js';
import type UniqueValueRenderer from '@arcgis/core/renderers/UniqueValueRenderer.js';
import * as symbolUtils from '@arcgis/core/symbols/support/symbolUtils.js';
import { addressOf } from '../export/legend-groups.ts';
import { sdkError } from '../sdk/sdk-error.ts';
import type { Swatch } from './add-layers.ts';
import { maxSwatches } from './read-offers.ts';

type AnySymbol = Parameters<typeof symbolUtils.renderPreviewHTML>[0];

interface Line {
  label: string;
  symbol: AnySymbol | null | undefined;
}

/** The symbols of a renderer in the order of its legend; none of renderers without symbols, such as heat maps. */
function linesOf(renderer: FeatureLayer['renderer'] | null | undefined): Line[] {
  switch (renderer?.type) {
    case 'simple': {
      const { label, symbol } = renderer as SimpleRenderer;
      return [{ label: label ?? '', symbol }];
    }
    case 'unique-value': {
      const { uniqueValueInfos, defaultSymbol, defaultLabel } = renderer as UniqueValueRenderer;
      const values = (uniqueValueInfos ?? []).map(({ label, value, symbol }) => ({
        label: label || String(value),
        symbol,
      }));
      return [...values, { label: defaultLabel ?? '', symbol: defaultSymbol }];
    }
    case 'class-breaks': {
      const { classBreakInfos, defaultSymbol, defaultLabel } = renderer as ClassBreaksRenderer;
      const classes = classBreakInfos.map(({ label, minValue, maxValue, symbol }) => ({
        label: label || `${minValue} – ${maxValue}`,
        symbol,
      }));
      return [...classes, { label: defaultLabel ?? '', symbol: defaultSymbol }];
    }
    default:
      return [];
  }
}

/**
 * The legend of a layer with features that is in no map; the layer is destroyed.
 *
 * @param prepare changes the loaded layer as adding it would
 * @throws MappingError `layer:failed`
 */
export async function legendOf(
  layer: FeatureLayer,
  prepare: (loaded: FeatureLayer) => void,
): Promise<Swatch[]> {
  try {
    await layer.load();
    prepare(layer);
    const lines = linesOf(layer.renderer).filter(({ symbol }) => symbol);
    const swatches = await Promise.all(lines.slice(0, maxSwatches).map(swatchOf));
    return swatches.filter((swatch) => swatch !== undefined);
  } catch (cause) {
    throw sdkError(cause, 'layer:failed');
  } finally {
    layer.destroy();
  }
}

async function swatchOf({ label, symbol }: Line): Promise<Swatch | undefined> {
  try {
    const preview = symbol && (await symbolUtils.renderPreviewHTML(symbol, { maxSize: 20 }));
    const picture = preview ? addressOf(preview as HTMLElement) : undefined;
    return picture === undefined ? undefined : { label, picture };
  } catch {
    // A picture that cannot be loaded.
    return undefined;
  }
}
