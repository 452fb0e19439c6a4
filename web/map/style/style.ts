import { MappingError } from '../../../wire/errors.ts';
import type { LayerField } from '../layers/layer-fields.ts';
import { loadCapability } from '../load-capability.ts';
import type { Store } from '../../store.ts';
import type { StyleIcon, StyleRamp, StyleSymbol } from './symbol.ts';
import type { Grouping, GroupingControl } from './grouping.ts';

/**
 * One symbol; one symbol per value; colours, sizes or both by a number; the largest of several numbers; their parts as
 * a chart; how two numbers relate; dots by a number; density of points.
 */
export const styleKinds = [
  'single',
  'types',
  'color',
  'size',
  'both',
  'predominance',
  'charts',
  'relationship',
  'dots',
  'heatmap',
] as const;
export type StyleKind = (typeof styleKinds)[number];

/** Kinds that show several numbers. */
export function showsSeveral(kind: StyleKind | 'other'): boolean {
  return fewestFields(kind) !== undefined;
}

/** The smallest number of fields that a kind shows together; undefined for kinds of one field or none. */
export function fewestFields(kind: StyleKind | 'other'): number | undefined {
  if (kind === 'dots') return 1;
  return kind === 'predominance' || kind === 'charts' || kind === 'relationship' ? 2 : undefined;
}

/** Whether the values of a field are amounts. */
export function isNumber({ kind, choices }: LayerField): boolean {
  return kind === 'number' && !choices;
}

/** Class limits of which one is moved, up to a step from its neighbours: a class without a range has no features. */
export function withMovedBreak(breaks: readonly number[], index: number, to: number, step: number): number[] {
  const lowest = (breaks[index - 1] ?? -Infinity) + step;
  const highest = (breaks[index + 1] ?? Infinity) - step;
  return breaks.with(
    index,
    lowest > highest ? (breaks[index] ?? to) : Math.min(highest, Math.max(lowest, to)),
  );
}

/** Whether a kind of style can show the values of a field. */
export function fits(kind: StyleKind | 'other', field: LayerField): boolean {
  if (kind === 'types') return true;
  return kind !== 'single' && kind !== 'heatmap' && kind !== 'other' && isNumber(field);
}

/** Whether a kind of style can divide the values of its field by another number. */
export function divides(kind: StyleKind | 'other'): boolean {
  return kind === 'color' || kind === 'size' || kind === 'both';
}

/** Whether a kind of style can show the value of an Arcade expression. */
export function computes(kind: StyleKind | 'other'): boolean {
  return kind === 'types' || divides(kind);
}

/** What continuous colours stress: high values, both sides of a value, values near it, or values far from it. */
export const colorThemes = ['high-to-low', 'above-and-below', 'centered-on', 'extremes'] as const;
export type ColorTheme = (typeof colorThemes)[number];

/** Classes of a new style of numbers. */
export const usualClasses = 5;

/** Maximum number of types, and of fields that define them. */
export const maxTypes = 50;
export const maxTypeFields = 3;

/** How numbers become colours: in between, or in classes by one of these methods. */
export const styleSteps = [
  'continuous',
  'natural-breaks',
  'equal-interval',
  'quantile',
  'standard-deviation',
  'manual',
] as const;
export type StyleSteps = (typeof styleSteps)[number];

/** A line of the legend: a value or class with its symbol's colour. */
export interface StyleRow {
  label: string;
  /** CSS; undefined for symbols without one colour, such as pictures. */
  color: string | undefined;
  /** The symbol of a value or class; absent for lines that are only a colour. */
  symbol?: StyleSymbol;
}

/** A set of symbols of the portal: a web style, or a symbol set of older portals. */
export interface PortalSymbolSet {
  /** Of its item. */
  id: string;
  title: string;
}

/** A symbol of such a set. */
export interface PortalSymbol {
  name: string;
  title: string;
  /** More words to find it by. */
  words: string;
  /** Where its JSON is, if not here. */
  address: string;
  json?: object;
  /** Its picture: an address or a data URL. */
  picture?: string;
}

/** How often the values of a field occur, in steps of equal width. */
export interface StyleHistogram {
  min: number;
  max: number;
  counts: readonly number[];
}

/** How a layer is drawn. A new object after each change. */
export interface StyleState {
  status: 'loading' | 'ready' | 'failed';
  /** Whether a style is being computed from the layer's values. */
  working: boolean;
  /** Why the layer, or the last requested style, failed. */
  error?: MappingError | undefined;
  /** Whether the requested style could be made of the features in view, since the service returned no statistics. */
  inexact?: boolean;
  geometry: 'point' | 'line' | 'area';
  /** `other` for styles of other programs, which are kept until another kind is chosen. */
  kind: StyleKind | 'other';
  /** The kinds that suit the layer. */
  kinds: readonly StyleKind[];
  fields: readonly LayerField[];
  field: string | undefined;
  /** Further fields of types: each combination of values is one. */
  furtherFields: readonly string[];
  /** Arcade whose value is shown instead of a field. */
  expression: string | undefined;
  /** The legend's heading for that value. */
  expressionTitle: string;
  /** The number that the field's values are divided by; undefined for none. */
  divisor: string | undefined;
  /** The fields of kinds that show several. */
  several: readonly string[];
  ramps: readonly StyleRamp[];
  ramp: string | undefined;
  steps: StyleSteps;
  /** Of continuous colours; undefined for other styles. */
  colorTheme: ColorTheme | undefined;
  /** The value in the middle of such colours; undefined if none is. */
  centre: number | undefined;
  classes: number;
  rows: readonly StyleRow[];
  /** Colours from low to high, as CSS; also those of another program, which are not a ramp. */
  colors: readonly string[];
  symbol: StyleSymbol;
  /** The values between classes, lowest first. */
  breaks: readonly number[];
  /** Of the field in classes, once it is read. */
  histogram: StyleHistogram | undefined;
  /** What one dot stands for; undefined for other kinds. */
  dotValue: number | undefined;
  /** What draws other and empty values; null if they are not drawn, undefined for styles without such values. */
  others: StyleRow | null | undefined;
  /** Whether sizes or outlines follow the map's scale; undefined for styles where they cannot. */
  scaled: boolean | undefined;
  /** Whether the legend explains the colours, sizes or opacities; undefined for styles whose legend lists symbols. */
  inLegend: boolean | undefined;
  /** Fields of numbers drawn as opacity and as rotation. */
  opacityField: string | undefined;
  rotationField: string | undefined;
  /** How nearby points are grouped; undefined for other geometries. */
  grouping: Grouping | undefined;
  /** Whether no feature passes the layer's filter, so that no values are known. */
  empty: boolean;
  /** Whether the style differs from the one at the beginning. */
  changed: boolean;
}

/** The parts of a style to compute again. */
export interface StyleRequest {
  kind?: StyleKind;
  field?: string;
  furtherFields?: readonly string[];
  /** null: a field is shown again. */
  expression?: string | null;
  colorTheme?: ColorTheme;
  /** null: values are not divided. */
  divisor?: string | null;
  several?: readonly string[];
  ramp?: string;
  steps?: StyleSteps;
  classes?: number;
}

/** The style of one layer, open for changes. Each is drawn at once, and one step of undo. */
export interface StyleSession {
  readonly state: Store<StyleState>;
  /** Computes another style from the layer's values; absent members are unchanged. The last request wins. */
  request(request: StyleRequest): Promise<void>;
  /**
   * Does so after a pause without another request, for texts while they are written; at once when the session
   * is closed.
   */
  requestSoon(request: StyleRequest): void;
  /** Draws the style that was made of the features in view after the service failed. */
  useInexact(): void;
  setRow(index: number, change: Partial<StyleRow>): void;
  setSymbol(change: StyleSymbol): void;
  /** Moves the values between classes. */
  setBreaks(values: readonly number[]): void;
  /** Moves a type in the legend and in the drawing order. */
  moveRow(from: number, to: number): void;
  setDotValue(value: number): void;
  /** Removes a type: its values become other ones. */
  removeRow(index: number): void;
  /** Draws other and empty values, with this text in the legend, or hides them. */
  setOthers(shown: boolean, label: string): void;
  /** Changes the symbol or the legend text of these values. */
  setOther(change: Partial<StyleRow>): void;
  /** Swaps the colours of low and high values. */
  reverseColors(): void;
  /** Moves the value in the middle of continuous colours. */
  setCentre(value: number): void;
  setExpressionTitle(title: string): void;
  /** Lets sizes or outlines follow the map's scale, or fixes them as they are now. */
  setScaled(on: boolean): Promise<void>;
  setInLegend(on: boolean): void;
  /** Draws a number as opacity or rotation; undefined stops that. */
  setVariable(kind: 'opacity' | 'rotation', field: string | undefined): Promise<void>;
  /** Draws nearby points as clusters or bins; undefined for other geometries. */
  readonly groups: GroupingControl | undefined;
  /** Returns to the style at the beginning. */
  reset(): void;
  close(): void;
}

/** All icons that are offered, by name. */
export async function loadIcons(): Promise<StyleIcon[]> {
  const { layouts, svgArray } = await import('@mapbox/maki');
  return layouts.flatMap((name, index) => {
    const path = / d="([^"]+)"/.exec(svgArray[index] ?? '')?.[1];
    return path ? { name, path: path.replaceAll(/&#x[9A];/g, ' ') } : [];
  });
}

/**
 * A picture file as a symbol's picture, small enough to be stored in a map.
 * @throws MappingError `style:no-picture`
 */
export async function readPicture(file: Blob): Promise<Pick<StyleSymbol, 'picture' | 'ratio'>> {
  const { pictureOf } = await import('./icon-picture.ts');
  try {
    const { data, ratio } = await pictureOf(file);
    return { picture: `data:image/png;base64,${data}`, ratio };
  } catch (cause) {
    throw new MappingError('style:no-picture', 'The file is not a picture that this browser can read.', {
      cause,
    });
  }
}

/** The picture at an address as a symbol's picture. @throws MappingError `style:no-picture` */
export async function fetchPicture(address: string): Promise<Pick<StyleSymbol, 'picture' | 'ratio'>> {
  const answer = await fetch(address, { credentials: 'omit' }).catch(() => undefined);
  if (!answer?.ok)
    throw new MappingError('style:no-picture', `The picture at ${address} could not be loaded.`);
  return readPicture(await answer.blob());
}

/** The sets of symbols that the portal offers. @throws MappingError `style:failed` */
export async function loadSymbolSets(): Promise<PortalSymbolSet[]> {
  return (await import('./portal-symbols.ts')).loadSymbolSets();
}

/** The symbols of one of these sets. @throws MappingError `style:failed` */
export async function loadPortalSymbols(id: string): Promise<PortalSymbol[]> {
  return (await import('./portal-symbols.ts')).loadPortalSymbols(id);
}

/** Loads a symbol's JSON for a layer. @throws MappingError `style:failed` */
export async function fetchPortalSymbol(symbol: PortalSymbol): Promise<Pick<StyleSymbol, 'made'>> {
  return { made: await (await import('./portal-symbols.ts')).fetchPortalSymbol(symbol) };
}

/** Draws a symbol of another program; undefined if this version of the SDK does not read it. */
export async function drawSymbol(made: object, size: number): Promise<HTMLElement | undefined> {
  return (await import('./portal-symbols.ts')).drawSymbol(made, size);
}

/** Opens the style of a layer with features. */
export const openStyle = loadCapability(async () => (await import('./style-session.ts')).openStyle);

/** Whether the style of layers of this SDK type can be changed. */
export function hasStyle(kind: string): boolean {
  return ['feature', 'geojson', 'csv', 'wfs', 'ogc-feature'].includes(kind);
}
