import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { checkSubtypes, type Subtype } from '../../definitions/subtypes.ts';
import type { HostedLayer } from '../../layer/layer.ts';
import type { LayerAddition, LayerUpdate } from './read-definition.ts';

type SubtypePart = Pick<HostedLayer, 'subtypeField' | 'subtypes' | 'defaultSubtypeCode'>;
type Given = Pick<LayerUpdate, keyof SubtypePart>;

const none = { subtypeField: null, subtypes: [], defaultSubtypeCode: null };

/** Adds subtypes to a layer; the first ones name their field. */
export function addSubtypes(layer: HostedLayer, given: LayerAddition): HostedLayer {
  const { subtypeField: field, subtypes = [] } = given;
  const taken = codesOf(layer);
  const twice = subtypes?.find(({ code }) => taken.has(code));
  if (twice) throw refusal('addToDefinition', `There is a subtype ${twice.code} already.`);
  if (field && layer.subtypeField && field.toLowerCase() !== layer.subtypeField.toLowerCase())
    throw refusal('addToDefinition', `The subtypes of this layer are in the field ${layer.subtypeField}.`);
  return { ...layer, ...changeSubtypes(layer, given, 'addToDefinition') };
}

/**
 * The subtypes of a layer after a change. Subtypes are changed by their code and others stay, because clients need not send all of
 * them; without a field, all are removed.
 * @throws MappingError 400 for what does not fit the fields
 */
export function changeSubtypes(
  layer: HostedLayer,
  { subtypeField: wanted, subtypes, defaultSubtypeCode }: Given,
  parameter: string,
): SubtypePart {
  const refuse = (problem: string) => refusal(parameter, problem);
  const given = subtypes ?? [];
  const isRemoval = wanted === null || wanted === '';
  const name = isRemoval ? null : (wanted ?? layer.subtypeField);
  if (!name) {
    if (given.length > 0 || typeof defaultSubtypeCode === 'number')
      throw refuse('Name the field of the subtypes in subtypeField.');
    return isRemoval ? none : {};
  }
  if (wanted === undefined && subtypes === undefined && defaultSubtypeCode === undefined) return {};
  const isSameField = name.toLowerCase() === layer.subtypeField?.toLowerCase();
  const before = isSameField ? ((layer.subtypes ?? []) as Subtype[]) : [];
  if (subtypes?.length === 0 && before.length > 0)
    throw refuse('Subtypes are removed with deleteFromDefinition, by their codes.');
  const changed = [...before];
  // Those of before were checked; a view's may have values of fields that it hides.
  const { subtypeField, subtypes: checked } = checkSubtypes(layer.fields, name, given, refuse);
  for (const one of checked) {
    const index = before.findIndex(({ code }) => code === one.code);
    if (index === -1) changed.push(one);
    else changed[index] = one;
  }
  if (changed.length === 0) throw refuse('A subtypeField needs subtypes.');
  const code =
    defaultSubtypeCode === undefined && isSameField ? layer.defaultSubtypeCode : defaultSubtypeCode;
  if (typeof defaultSubtypeCode === 'number' && !changed.some((one) => one.code === code))
    throw refuse(`There is no subtype ${defaultSubtypeCode} to be the default.`);
  return {
    subtypeField,
    subtypes: changed,
    defaultSubtypeCode: code ?? null,
  };
}

/** Removes subtypes; the features keep their codes. Without any subtype left, no field has them. */
export function deleteSubtypes(layer: HostedLayer, codes: readonly number[]): HostedLayer {
  const present = codesOf(layer);
  const unknown = codes.find((code) => !present.has(code));
  if (unknown !== undefined) throw refusal('deleteFromDefinition', `There is no subtype ${unknown}.`);
  if (codes.length === 0) return layer;
  const subtypes = ((layer.subtypes ?? []) as Subtype[]).filter(({ code }) => !codes.includes(code));
  if (subtypes.length === 0) return { ...layer, ...none };
  const { defaultSubtypeCode: code } = layer;
  const isGone = typeof code === 'number' && codes.includes(code);
  return { ...layer, subtypes, defaultSubtypeCode: isGone ? null : (code ?? null) };
}

function codesOf({ subtypes }: HostedLayer): Set<number> {
  return new Set(((subtypes ?? []) as Subtype[]).map(({ code }) => code));
}

function refusal(parameter: string, problem: string) {
  return parameterError(`${parameter}.subtypes`, problem);
}
