import type MapView from '@arcgis/core/views/MapView.js';
import type { MappingError } from '../../../wire/errors.ts';
import { loadCapability } from '../load-capability.ts';
import type { MapInternals, MapModel } from '../map-model.ts';
import type { Store } from '../../store.ts';

/** A template of a layer, from which features are added, with its symbol. */
export interface EditTemplate {
  id: string;
  label: string;
  description: string;
  layerId: string;
  layerTitle: string;
  shape: EditShape;
  /** Address of a picture of its symbol; undefined until it is drawn, or when it cannot be. */
  picture: string | undefined;
}

/** The geometry of a feature. */
export type EditShape = 'point' | 'multipoint' | 'polyline' | 'polygon';

/** One of several features at a place. */
export interface EditCandidate extends FeatureToEdit {
  title: string;
  layerTitle: string;
}

export type FieldValue = string | number | null;

/** Why a value cannot be sent. */
export type FieldFault =
  'missing' | 'too-short' | 'too-long' | 'out-of-range' | 'not-a-choice' | 'malformed' | 'not-together';

/** A field of a form: its label, its input and its value. */
export interface FormField {
  kind: 'field';
  name: string;
  label: string;
  /** Explains the field; below it. */
  description: string;
  /** Example of a value; in the empty field. */
  hint: string;
  input:
    | 'text'
    | 'long-text'
    | 'number'
    | 'whole-number'
    | 'choice'
    | 'radio'
    | 'switch'
    /** `yyyy-mm-dd`, `hh:mm:ss`, milliseconds with and without the time of day, and ISO 8601 with an offset. */
    | 'date'
    | 'time'
    | 'date-time'
    | 'day'
    | 'date-time-offset'
    | 'unsupported';
  value: FieldValue;
  required: boolean;
  editable: boolean;
  fault: FieldFault | undefined;
  minLength: number | undefined;
  maxLength: number | undefined;
  /** Range of a number; of dates in milliseconds. */
  least: number | undefined;
  most: number | undefined;
  /** Values to choose from; of a switch on and off. */
  choices: readonly { value: string | number; label: string }[];
  /** The time zone in which dates are shown and typed; an IANA name. */
  zone: string;
}

/** A text of the form's author between its fields. */
export interface FormText {
  kind: 'text';
  key: string;
  text: string;
}

export interface FormGroup {
  kind: 'group';
  key: string;
  label: string;
  description: string;
  open: boolean;
  elements: readonly (FormField | FormText)[];
}

export type FormElement = FormField | FormText | FormGroup;

/** What an attachment element of a form asks for. */
export interface AttachmentRule {
  key: string;
  label: string;
  description: string;
  /** Keywords of the files that are added by it; empty for none. */
  keyword: string;
  /** Which stored files it shows: those with its keyword, also those without any, or all. */
  shows: 'own' | 'own-or-none' | 'any';
  /** Types of files, as of `accept` of HTML; empty for all. */
  accept: string;
  /** How many files a feature must have, and may have. */
  least: number;
  most?: number;
}

/** A file that belongs to a feature. */
export interface EditAttachment {
  key: string;
  /** Key of the rule of the form that it belongs to. */
  rule: string | undefined;
  name: string;
  /** Bytes. */
  size: number;
  /** Address of the file. */
  address: string | undefined;
  picture: boolean;
  /** `added` and `deleted` until the feature is sent. */
  state: 'stored' | 'added' | 'deleted';
}

export interface EditForm {
  /** Another one for each feature that is opened. */
  key: number;
  /** Whether the feature is not in the layer yet. */
  adds: boolean;
  layerTitle: string;
  title: string;
  elements: readonly FormElement[];
  shape: EditShape | undefined;
  /** Whether the shape may be changed, and whether it is being changed. */
  canReshape: boolean;
  reshaping: boolean;
  canUpdate: boolean;
  canDelete: boolean;
  /** Attachments; undefined where the layer has none. */
  attachments: readonly EditAttachment[] | undefined;
  canAttach: boolean;
  /** Whether the layer has attachments that could not be read, because there is no connection. */
  attachmentsUnread: boolean;
  /** The attachment elements of the form; none: files of any kind and number. */
  attachmentRules: readonly AttachmentRule[];
  /** Whether something would be lost by leaving. */
  dirty: boolean;
  /** Whether errors of untouched fields are shown: after a first attempt to save. */
  tried: boolean;
  status: 'ready' | 'sending';
  error: MappingError | undefined;
}

/** The state of the Edit tool. A new object after each change. */
export interface EditingState {
  step: 'choose' | 'candidates' | 'draw' | 'form';
  /** Undefined until they are known. */
  templates: readonly EditTemplate[] | undefined;
  candidates: readonly EditCandidate[];
  /** What is drawn in the step `draw`. */
  template: EditTemplate | undefined;
  /** Whether the map accepts clicks for the drawing: the SDK prepares it first. */
  ready: boolean;
  canUndo: boolean;
  canRedo: boolean;
  snapping: boolean;
  form: EditForm | undefined;
  /** Why a feature could not be opened. */
  error: MappingError | undefined;
}

/** The state before anything is chosen. */
export const startOfEditing: EditingState = {
  step: 'choose',
  templates: undefined,
  candidates: [],
  template: undefined,
  ready: false,
  canUndo: false,
  canRedo: false,
  snapping: false,
  form: undefined,
  error: undefined,
};

/** Features of the map's layers, opened for editing. */
export interface Editing {
  readonly state: Store<EditingState>;
  /** Begins to draw a new feature. */
  add(templateId: string): void;
  /** Opens a feature of the map. */
  open(feature: FeatureToEdit): void;
  /** Returns to the templates, and discards what was not sent. */
  leave(): void;
  /** Ends the line or area that is being drawn, or the change of a shape. */
  finish(): void;
  undo(): void;
  redo(): void;
  /** Whether corners snap to features nearby. */
  setSnapping(on: boolean): void;
  setValue(field: string, value: FieldValue): void;
  /** Begins to move or reshape the feature on the map. */
  reshape(): void;
  /** Moves the whole shape by pixels of the screen, while it is moved or reshaped. */
  move(right: number, down: number): void;
  /** Replaces the shape of the feature by a new drawing, which needs no dragging. */
  redraw(): void;
  /** @param rule key of the rule of the form by which they are added */
  attach(files: readonly File[], rule?: string): void;
  /** Deletes an attachment when the feature is sent; an added one at once. */
  detach(key: string): void;
  /** Keeps an attachment that was to be deleted. */
  keep(key: string): void;
  /** Sends the feature, unless a field has an error. Resolves to whether the layer has stored it. */
  send(): Promise<boolean>;
  /** Deletes the feature. Resolves to whether the layer has deleted it. */
  remove(): Promise<boolean>;
  close(): void;
}

/** Opens a feature in the Edit tool: at once if the tool is open, else when it opens next. */
export function editFeature(model: MapModel, feature: FeatureToEdit): void {
  model.withInternals((internals) => requestEdit(internals, feature));
}

/** Opens the features of a map for editing, with the queue of edits without a connection; the map's clicks choose and draw until it is closed. */
export const openEditing = loadCapability(async () => (await import('./editing-session.ts')).openEditing);

/** The form of a layer as the Edit tool shows it, with the values of a feature; nothing is sent. */
export interface FormPreview {
  readonly elements: Store<readonly FormElement[]>;
  setValue(field: string, value: FieldValue): void;
  close(): void;
}

/** Opens the form of a layer as a preview, which follows changes of the form. */
export const openFormPreview = loadCapability(
  async () => (await import('./form-preview.ts')).openFormPreview,
);

/** A feature to edit. */
export interface FeatureToEdit {
  layerId: string;
  objectId: number;
}

/** The open Edit tool of each view, and the feature to edit of views whose tool is still loading. */
const listeners = new WeakMap<MapView, (feature: FeatureToEdit) => void>();
const pending = new WeakMap<MapView, FeatureToEdit>();

function requestEdit({ view }: Pick<MapInternals, 'view'>, feature: FeatureToEdit): void {
  const listener = listeners.get(view);
  if (listener) listener(feature);
  else pending.set(view, feature);
}

/** Calls the listener with each feature to edit, including one requested before. @returns a function that stops it */
export function onEditRequest(view: MapView, listener: (feature: FeatureToEdit) => void): () => void {
  listeners.set(view, listener);
  const waiting = pending.get(view);
  pending.delete(view);
  if (waiting) listener(waiting);
  return () => listeners.delete(view);
}
