import type { MappingError } from '../../../../../wire/errors.ts';
import { limits } from '../../../../limits.ts';
import type { HostedLayer } from '../../../layer/layer.ts';

/** Red, green, blue and opacity, each from 0 to 255. */
export type Colour = readonly [number, number, number, number];

/** From light yellow to dark blue, readable on light and dark basemaps. */
const usual: readonly Colour[] = [
  [255, 255, 204, 255],
  [65, 182, 196, 255],
  [37, 52, 148, 255],
];

/**
 * Colours along a ramp as ArcGIS writes it: `algorithmic` from one colour to another, `multipart` of several such
 * ramps. Without a supported ramp the default one is used.
 */
export function readColours(ramp: unknown, count: number): Colour[] {
  const stops = stopsOf(ramp, 0);
  return Array.from({ length: count }, (_none, index) => {
    const place = count === 1 ? 0 : (index / (count - 1)) * (stops.length - 1);
    const from = stops[Math.floor(place)] ?? usual[0];
    const to = stops[Math.ceil(place)] ?? from;
    return mix(from as Colour, to as Colour, place - Math.floor(place));
  });
}

function stopsOf(ramp: unknown, depth: number): readonly Colour[] {
  const { type, fromColor, toColor, colorRamps } = Object(ramp) as Record<string, unknown>;
  if (type === 'algorithmic') {
    const [from, to] = [colourOf(fromColor), colourOf(toColor)];
    if (from && to) return [from, to];
  }
  if (type === 'multipart' && Array.isArray(colorRamps) && depth === 0) {
    const stops = colorRamps.slice(0, 20).flatMap((part: unknown) => stopsOf(part, 1));
    if (stops.length > 0) return stops;
  }
  return depth === 0 ? usual : [];
}

function colourOf(given: unknown): Colour | undefined {
  if (!Array.isArray(given)) return undefined;
  const [red, green, blue, opacity = 255] = given as unknown[];
  const parts = [red, green, blue, opacity];
  const fits = (part: unknown): part is number => typeof part === 'number' && part >= 0 && part <= 255;
  return parts.every(fits) ? (parts as unknown as Colour) : undefined;
}

function mix(from: Colour, to: Colour, share: number): Colour {
  const at = (index: 0 | 1 | 2 | 3) => Math.round(from[index] + (to[index] - from[index]) * share);
  return [at(0), at(1), at(2), at(3)];
}

/**
 * A symbol per colour: the given one, or a plain one for the layer's geometry.
 * @throws MappingError made by `refuse` for one that would be repeated too often for its size
 */
export function symbolsOf(
  { geometryType }: Pick<HostedLayer, 'geometryType'>,
  base: Readonly<Record<string, unknown>> | null | undefined,
  colours: readonly Colour[],
  refuse: (problem: string) => MappingError,
): object[] {
  const symbol = base ?? plainSymbol(geometryType);
  const most = Math.floor(limits.rendererSymbolCharacters / Math.max(1, colours.length));
  if (base && JSON.stringify(base).length > most)
    throw refuse(
      `baseSymbol: a symbol of ${colours.length} classes has at most ${most} characters. Choose a smaller one, or fewer classes.`,
    );
  return colours.map((color) => ({ ...symbol, color }));
}

function plainSymbol(geometryType: HostedLayer['geometryType']): object {
  const outline = { type: 'esriSLS', style: 'esriSLSSolid', color: [110, 110, 110, 255], width: 0.75 };
  if (geometryType === 'esriGeometryPolygon') return { type: 'esriSFS', style: 'esriSFSSolid', outline };
  if (geometryType === 'esriGeometryPolyline') return { type: 'esriSLS', style: 'esriSLSSolid', width: 1.5 };
  return { type: 'esriSMS', style: 'esriSMSCircle', size: 6, outline };
}
