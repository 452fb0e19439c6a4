import FormTemplate from '@arcgis/core/form/FormTemplate.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { designedForm, keepFormJson, layerIn } from '../document/sdk/read-document.ts';
import type { LayerJson } from '../document/web-map-json.ts';
import type { MapInternals } from '../map-model.ts';
import { loadedLayer, openSetting } from './configure-session.ts';
import type { FormSession, FormValue } from './configure.ts';
import { type DesignField, type FormJson, usualForm } from './form-json.ts';

const kinds: Readonly<Record<string, DesignField['kind']>> = {
  string: 'text',
  guid: 'text',
  integer: 'number',
  'small-integer': 'number',
  'big-integer': 'number',
  long: 'number',
  single: 'number',
  double: 'number',
  date: 'date',
  'date-only': 'day',
  'time-only': 'time',
  'timestamp-offset': 'offset',
};

/** The fields of a loaded layer that a form can show, editable ones first. */
function designFields({ fields, globalIdField }: FeatureLayer): DesignField[] {
  const found = (fields ?? []).flatMap<DesignField>(({ name, alias, type, editable, length, domain }) => {
    const kind = kinds[type];
    if (!kind || name === globalIdField) return [];
    const choices =
      domain?.type === 'coded-value'
        ? domain.codedValues.map(({ code, name: title }) => ({ value: code, title }))
        : undefined;
    return [{ name, title: alias || name, kind, editable, length: length || undefined, choices }];
  });
  return [...found.filter(({ editable }) => editable), ...found.filter(({ editable }) => !editable)];
}

export async function openFormDesign(internals: MapInternals, layerId: string): Promise<FormSession> {
  const layer = await loadedLayer(internals.view, layerId);
  const formFields = designFields(layer);
  const opened = documentedForm(internals, layerId);
  const read = (): FormValue => ({
    on: Boolean(layer.formTemplate),
    form: formOf(layer, opened) ?? usualForm(formFields, layer.title ?? ''),
  });
  const session = openSetting<FormValue>(layer, ['formTemplate'], {
    read,
    write({ on, form }) {
      if (!on) layer.formTemplate = null;
      else if (!layer.formTemplate || JSON.stringify(form) !== JSON.stringify(read().form))
        layer.formTemplate = templateOf(form);
    },
  });
  return { ...session, formFields };
}

function templateOf(form: FormJson): FormTemplate {
  const template = FormTemplate.fromJSON(structuredClone(form)) as FormTemplate;
  keepFormJson(template, form);
  return template;
}

/**
 * The layer's form as its author wrote it, as far as that is known: the SDK's copy lacks members that it does
 * not know.
 */
function formOf({ formTemplate }: FeatureLayer, opened: FormJson | undefined): FormJson | undefined {
  if (!formTemplate) return undefined;
  const designed = designedForm(formTemplate);
  if (designed) return designed as FormJson;
  const known = formTemplate.toJSON() as FormJson;
  const same =
    opened && JSON.stringify((FormTemplate.fromJSON(structuredClone(opened)) as FormTemplate).toJSON());
  return same === JSON.stringify(known) ? opened : known;
}

/** The form of a layer in the map's document. */
function documentedForm({ source }: MapInternals, layerId: string): FormJson | undefined {
  const found = layerIn(source.webMap?.data, layerId);
  const [collection] = found?.featureCollection?.layers ?? [];
  return formIn(found) ?? formIn(collection);
}

function formIn(layer: LayerJson | undefined): FormJson | undefined {
  const form = layer?.['formInfo'];
  return typeof form === 'object' && form !== null ? (form as FormJson) : undefined;
}
