import type { MappingError } from '../../../wire/errors.ts';
import type { LayerField } from '../layers/layer-fields.ts';
import { loadCapability } from '../load-capability.ts';
import type { Store } from '../store.ts';

/** One symbol; one symbol per value; colours or sizes by a number; density of points. */
export const styleKinds = ['single', 'types', 'color', 'size', 'heatmap'] as const;
export type StyleKind = (typeof styleKinds)[number];

/** Whether a kind of style can show the values of a field. */
export function fits(kind: StyleKind | 'other', field: LayerField): boolean {
  if (kind === 'types') return true;
  return (kind === 'color' || kind === 'size') && field.kind === 'number' && !field.choices;
}

/** How numbers become colours: in between, or in classes by one of these methods. */
export const styleSteps = [
  'continuous',
  'natural-breaks',
  'equal-interval',
  'quantile',
  'standard-deviation',
] as const;
export type StyleSteps = (typeof styleSteps)[number];

/** A colour ramp: its colours from low to high as CSS. */
export interface StyleRamp {
  id: string;
  name: string;
  colors: readonly string[];
  /** Whether people with colour vision deficiency can distinguish its colours. */
  colorBlindSafe: boolean;
}

/** A line of the legend: a value or class with its symbol's colour. */
export interface StyleRow {
  label: string;
  /** CSS; undefined for symbols without one colour, such as pictures. */
  color: string | undefined;
}

/** What all symbols of a style have in common; undefined where symbols have no such part. */
export interface StyleSymbol {
  color?: string;
  /** Size of a point or width of a line, in points. */
  size?: number;
  outlineColor?: string;
  outlineWidth?: number;
}

/** How a layer is drawn. A new object after each change. */
export interface StyleState {
  status: 'loading' | 'ready' | 'failed';
  /** Whether a style is being computed from the layer's values. */
  working: boolean;
  /** Why the layer, or the last requested style, failed. */
  error?: MappingError | undefined;
  geometry: 'point' | 'line' | 'area';
  /** `other` for styles of other programs, which are kept until another kind is chosen. */
  kind: StyleKind | 'other';
  /** The kinds that suit the layer. */
  kinds: readonly StyleKind[];
  fields: readonly LayerField[];
  field: string | undefined;
  ramps: readonly StyleRamp[];
  ramp: string | undefined;
  steps: StyleSteps;
  classes: number;
  rows: readonly StyleRow[];
  /** Colours from low to high, as CSS; also those of another program, which are no ramp. */
  colors: readonly string[];
  symbol: StyleSymbol;
  /** Whether the style differs from the one at the beginning. */
  changed: boolean;
}

/** The parts of a style to compute again. */
export interface StyleRequest {
  kind?: StyleKind;
  field?: string;
  ramp?: string;
  steps?: StyleSteps;
  classes?: number;
}

/** The style of one layer, open for changes. Each is drawn at once, and one step of undo. */
export interface StyleSession {
  readonly state: Store<StyleState>;
  /** Computes another style from the layer's values; absent members are unchanged. The last request wins. */
  request(request: StyleRequest): Promise<void>;
  setRow(index: number, change: Partial<StyleRow>): void;
  setSymbol(change: StyleSymbol): void;
  /** Returns to the style at the beginning. */
  reset(): void;
  close(): void;
}

/** Opens the style of a layer with features. */
export const openStyle = loadCapability(async () => (await import('./style-session.ts')).openStyle);

/** Whether the style of layers of this SDK type can be changed. */
export function hasStyle(kind: string): boolean {
  return ['feature', 'geojson', 'csv', 'wfs', 'ogc-feature'].includes(kind);
}
