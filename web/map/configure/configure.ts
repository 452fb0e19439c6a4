import type { LayerField } from '../layers/layer-fields.ts';
import { loadCapability } from '../load-capability.ts';
import type { Store } from '../../store.ts';
import type { Effects } from './effects.ts';
import type { DesignField, FormJson } from './form-json.ts';
import type { LabelJson } from './label-json.ts';
import type { PopupJson } from './popup-json.ts';

/** The part of a layer that is being configured. A new object after each change, also by undo. */
export interface SettingState<Value> {
  value: Value;
  /** Whether it differs from the initial state. */
  changed: boolean;
}

/** One part of a layer, open for changes. Each is drawn at once, can be undone, and is saved with the map. */
export interface SettingSession<Value> {
  readonly state: Store<SettingState<Value>>;
  readonly fields: readonly LayerField[];
  readonly geometry: 'point' | 'line' | 'area' | undefined;
  set(value: Value): void;
  /** Restores the initial state. */
  reset(): void;
  close(): void;
}

/** A layer's labels: whether they are drawn, and their classes in the order in which they are tried. */
export interface LabelsValue {
  on: boolean;
  classes: readonly LabelJson[];
}

/** Opens the labels of a layer with features. @throws MappingError `layer:failed`, `layer:not-configurable` */
export const openLabels = loadCapability(async () => (await import('./configure-session.ts')).openLabels);

/**
 * Opens the labels of a layer's clusters or bins; `count` is the title of the number of their features.
 * @throws MappingError `layer:failed`, `layer:not-configurable`
 */
export const openGroupLabels = loadCapability(
  async () => (await import('./group-session.ts')).openGroupLabels,
);

/** A layer's popup; `on` is whether a click opens it. */
export interface PopupValue {
  on: boolean;
  popup: PopupJson;
}

export interface PopupSession extends SettingSession<PopupValue> {
  readonly hasAttachments: boolean;
  /** Relationships to the records of other layers and tables. */
  readonly relationships: readonly { id: number; title: string }[];
  /** Whether it is the popup of clusters or bins. */
  readonly ofGroups: boolean;
  /** A feature of the layer, or a cluster or bin. */
  readonly example: PopupExample;
}

export interface PopupExample {
  /**
   * Shows the popup of a feature in `host`, as it is configured now; returns a function that removes it.
   * @param onNone called if the layer has no feature to show
   */
  preview(host: HTMLElement, onNone: () => void): () => void;
  /** The value of an expression for the feature of the preview, or its error. */
  evaluate(expression: string): Promise<string | ExpressionFault>;
}

/** Opens the popup of a layer with features. @throws MappingError `layer:failed`, `layer:not-configurable` */
export const openPopupDesign = loadCapability(
  async () => (await import('./popup-session.ts')).openPopupDesign,
);

/**
 * Opens the popup of a layer's clusters or bins; `count` is the title of the number of their features.
 * @throws MappingError `layer:failed`, `layer:not-configurable`
 */
export const openGroupPopup = loadCapability(async () => (await import('./group-session.ts')).openGroupPopup);

/** A layer's form; `on` is false while the default form is used. */
export interface FormValue {
  on: boolean;
  form: FormJson;
}

export interface FormSession extends SettingSession<FormValue> {
  /** The fields that a form can show, those that can be edited first. */
  readonly formFields: readonly DesignField[];
}

/** Opens the form of a layer with features. @throws MappingError `layer:failed`, `layer:not-configurable` */
export const openFormDesign = loadCapability(async () => (await import('./form-session.ts')).openFormDesign);

/** When and how a layer is drawn, besides its style. */
export interface AppearanceValue {
  /** Denominators: visible from `minScale` (far away) to `maxScale` (near); 0 means no limit. */
  minScale: number;
  maxScale: number;
  /** Minutes after which the layer is loaded again; 0 means never; undefined for layers that cannot. */
  refresh: number | undefined;
  effects: Effects;
  blend: string;
}

export interface AppearanceSession extends SettingSession<AppearanceValue> {
  /** The map's scale, as a denominator. */
  scale(): number;
  /** Shows the map at a scale. */
  showScale(scale: number): void;
}

/** Opens the appearance of a layer. @throws MappingError `layer:failed`, `layer:not-configurable` */
export const openAppearance = loadCapability(
  async () => (await import('./configure-session.ts')).openAppearance,
);

/** An error in an Arcade expression. */
export interface ExpressionFault {
  message: string;
  /** From 1; undefined if the error has no position. */
  line: number | undefined;
  column: number | undefined;
}

/**
 * What an Arcade expression is for, which decides what it can read besides `$feature`: values of forms
 * `$editContext` and the like, popups the layer and the map, styles and labels `$view`, those of clusters and
 * bins `$aggregatedFeatures`.
 */
export type ExpressionUse = 'feature' | 'style' | 'calculation' | 'popup' | 'groups';

/**
 * Compiles an Arcade expression; returns its error, or undefined if it is valid.
 *
 * @param fields of its layer, whose kinds of values it is tried with
 */
export async function checkExpression(
  expression: string,
  use: ExpressionUse = 'feature',
  fields: readonly LayerField[] = [],
): Promise<ExpressionFault | undefined> {
  return (await import('./expression.ts')).checkExpression(expression, use, fields);
}

/**
 * Parses an SQL condition; returns its error. The SDK stops drawing the labels of a layer with a condition
 * that has one.
 */
export async function checkCondition(where: string): Promise<ExpressionFault | undefined> {
  return (await import('./expression.ts')).checkCondition(where);
}

/** A part of a layer that reads fields. */
export type LayerUse = 'style' | 'labels' | 'popup' | 'form' | 'filter';

/** The fields that a part of a layer reads although its service no longer has them, such as renamed ones. */
export interface MissingFields {
  readonly state: Store<readonly string[]>;
  close(): void;
}

/** Follows the missing fields of a part of a layer. @throws MappingError `layer:failed`, `layer:not-configurable` */
export const openMissingFields = loadCapability(
  async () => (await import('./missing-session.ts')).openMissingFields,
);

/** The layers that can have the style of a layer: of the same geometry, with the fields that it reads. */
export const styleTargets = loadCapability(async () => (await import('./copy-style.ts')).styleTargets);

/** Copies the symbols, clusters, effects and opacity of a layer to other layers. */
export const copyStyle = loadCapability(async () => (await import('./copy-style.ts')).copyStyle);
