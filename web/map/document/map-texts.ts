import { presentationMember } from '../../../wire/map-presentation.ts';
import { audienceMember } from '../../../wire/map-audience.ts';

/** What a text of a map names. */
export const textKinds = [
  'layer',
  'field',
  'popup',
  'form',
  'legend',
  'chart',
  'basemap',
  'bookmark',
  'slide',
  'readers',
] as const;
export type TextKind = (typeof textKinds)[number];

/** Answers the text to put in place of one: of a layer, its own title is known. */
export type ChangeText = (text: string, kind: TextKind, layer: string) => string;

/**
 * A member: the kind of the text that it is, or the members below it. Below a list are those of each of its
 * objects. A function gives the members that contain it, as groups contain groups.
 */
interface Members {
  readonly [name: string]: TextKind | Members | (() => Members);
}

const expressions: Members = { title: 'field' };
const fields: Members = {
  alias: 'field',
  domain: { codedValues: { name: 'field' } },
};

/** Web map specification, popupInfo: https://developers.arcgis.com/web-map-specification/objects/popupInfo/ */
const popup: Members = {
  title: 'popup',
  description: 'popup',
  fieldInfos: { label: 'field' },
  expressionInfos: expressions,
  mediaInfos: { title: 'popup', caption: 'popup' },
  popupElements: {
    title: 'popup',
    description: 'popup',
    text: 'popup',
    expressionInfo: { title: 'popup' },
    fieldInfos: { label: 'field' },
    mediaInfos: { title: 'popup', caption: 'popup' },
  },
};

/** https://developers.arcgis.com/web-map-specification/objects/formInfo/ */
const formElement: Members = {
  label: 'form',
  description: 'form',
  hint: 'form',
  text: 'form',
  formElements: () => formElement,
};

/** https://developers.arcgis.com/web-map-specification/objects/renderer/ */
const renderer: Members = {
  label: 'legend',
  defaultLabel: 'legend',
  legendOptions: { title: 'legend' },
  uniqueValueInfos: { label: 'legend' },
  uniqueValueGroups: { heading: 'legend', classes: { label: 'legend' } },
  classBreakInfos: { label: 'legend' },
  visualVariables: { legendOptions: { title: 'legend' }, stops: { label: 'legend' } },
  authoringInfo: { visualVariables: { legendOptions: { title: 'legend' } } },
};

const content: Members = { content: { text: 'chart' } };
const chart: Members = {
  title: content,
  subtitle: content,
  footer: content,
  axes: { title: content },
  series: { name: 'chart' },
  legend: { title: content },
};

/** https://developers.arcgis.com/web-map-specification/objects/operationalLayers/ */
const layer: Members = {
  title: 'layer',
  popupInfo: popup,
  formInfo: { title: 'form', description: 'form', formElements: formElement },
  charts: chart,
  layerDefinition: {
    fields,
    drawingInfo: { renderer },
    featureReduction: { popupInfo: popup, renderer, fields, drawingInfo: { renderer } },
  },
  layers: () => layer,
  featureCollection: { layers: () => layer },
};

const map: Members = {
  operationalLayers: layer,
  tables: layer,
  baseMap: { title: 'basemap' },
  bookmarks: { name: 'bookmark' },
  // Titles of slides are those of their bookmarks.
  [presentationMember]: { slides: { title: 'bookmark', text: 'slide' } },
  [audienceMember]: { text: 'readers' },
};

/** A copy of a web map document with other texts; parts without a changed text are those of the document. */
export function withTexts<Document>(document: Document, change: ChangeText): Document {
  return visit(document, map, change, '') as Document;
}

function visit(value: unknown, members: Members, change: ChangeText, title: string): unknown {
  if (Array.isArray(value)) {
    const next = value.map((one) => visit(one, members, change, title));
    return next.some((one, index) => one !== value[index]) ? next : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const json = value as Record<string, unknown>;
  const within = members === layer && typeof json['title'] === 'string' ? json['title'] : title;
  const changed = Object.entries(members).flatMap(([name, below]) => {
    const was = Object.hasOwn(json, name) ? json[name] : undefined;
    const next =
      typeof below === 'string'
        ? otherText(was, below, change, within)
        : visit(was, typeof below === 'function' ? below() : below, change, within);
    return next === was ? [] : [[name, next] as const];
  });
  return changed.length > 0 ? { ...json, ...Object.fromEntries(changed) } : value;
}

function otherText(text: unknown, kind: TextKind, change: ChangeText, title: string): unknown {
  return typeof text === 'string' && text.trim() !== '' ? change(text, kind, title) : text;
}
