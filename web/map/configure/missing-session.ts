import { watch } from '@arcgis/core/core/reactiveUtils.js';
import { parseWhereClause } from '@arcgis/core/core/sql.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { groupsOf } from '../layers/make-layers.ts';
import type { MapInternals } from '../map-model.ts';
import { createStore } from '../../store.ts';
import { loadedLayer } from './configure-session.ts';
import { fieldsUsed } from './expression.ts';
import type { FormJson } from './form-json.ts';
import type { LabelJson } from './label-json.ts';
import type { LayerUse, MissingFields } from './configure.ts';
import type { PopupJson } from './popup-json.ts';
import { usedByForm, usedByLabels, usedByPopup, usedByStyle, type Uses } from './used-fields.ts';

interface Json {
  toJSON(): unknown;
}

const jsonOf = (part: Json | null | undefined) => part?.toJSON() as object | undefined;

/** What the style of a layer reads: its renderer, and its clusters or bins. */
export function styleUses(layer: FeatureLayer): Uses[] {
  return [jsonOf(layer.renderer), jsonOf(groupsOf(layer))].flatMap((json) => (json ? usedByStyle(json) : []));
}

/** What each part of a layer reads. Reading them here makes `watch` follow them. */
const parts: Readonly<Record<LayerUse, (layer: FeatureLayer) => Uses[]>> = {
  style: styleUses,
  labels: ({ labelingInfo, labelsVisible }) => [
    usedByLabels(labelsVisible ? (labelingInfo ?? []).map((one) => one.toJSON() as LabelJson) : []),
  ],
  popup: ({ popupTemplate, popupEnabled }) =>
    popupTemplate && popupEnabled ? [usedByPopup(popupTemplate.toJSON() as PopupJson)] : [],
  form: ({ formTemplate }) => (formTemplate ? [usedByForm(formTemplate.toJSON() as FormJson)] : []),
  filter: ({ definitionExpression }) => [
    { fields: [], expressions: [], conditions: definitionExpression ? [definitionExpression] : [] },
  ],
};

/** Opens the fields that a part of a layer reads and that the layer does not have (`openMissingFields`). */
export async function openMissingFields(
  { view }: MapInternals,
  layerId: string,
  part: LayerUse,
): Promise<MissingFields> {
  const layer = await loadedLayer(view, layerId);
  const state = createStore<readonly string[]>([]);
  let turn = 0;
  const read = async (uses: readonly Uses[]) => {
    const own = ++turn;
    const missing = await missingFrom(layer, uses);
    // Equal names are the same state, so that panels are not drawn again.
    if (own === turn && missing.join() !== state.get().join()) state.set(missing);
  };
  const handle = watch(
    () => parts[part](layer),
    (uses) => void read(uses),
    { initial: true },
  );
  return {
    state,
    close() {
      turn++;
      handle.remove();
    },
  };
}

/** The names among `uses` that are not fields of a layer, each once. */
async function missingFrom({ fieldsIndex, fields }: FeatureLayer, uses: readonly Uses[]): Promise<string[]> {
  // A layer that does not describe its fields may have any.
  if (!fieldsIndex || !fields || fields.length === 0) return [];
  return (await fieldsRead(uses)).filter((name) => !fieldsIndex.has(name));
}

/** The names of the fields that are read, also by expressions and conditions, each once. */
export async function fieldsRead(uses: readonly Uses[]): Promise<string[]> {
  const read = await Promise.all(
    uses.map(async (use) => [
      ...use.fields,
      ...(await Promise.all(use.expressions.map(fieldsUsed))).flat(),
      ...(await Promise.all(use.conditions.map(fieldsOfCondition))).flat(),
    ]),
  );
  return [...new Set(read.flat())];
}

/** The fields of a condition; none for one that cannot be parsed, which the service explains. */
async function fieldsOfCondition(where: string): Promise<readonly string[]> {
  return parseWhereClause(where).then(
    ({ fieldNames }) => fieldNames,
    () => [],
  );
}
