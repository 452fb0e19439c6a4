import { MappingError } from '../../../wire/errors.ts';
import { isOwnFieldType } from '../layer/field.ts';
import type { FieldInput } from '../storage/service-input.ts';
import type { PlannedLayer } from './plan-layers.ts';
import type { FieldChoice, LayerChoices } from './upload-source.ts';

/**
 * The layers of a file with what a user chooses instead of what the file decides: name, spatial reference, maximum record
 * count, and the alias, type and length of fields. A value that does not fit its chosen type is an error when its row is read.
 * @throws MappingError `services:invalid-upload` that names the choice which does not fit the file
 */
export function chooseLayers(layers: readonly PlannedLayer[], choices: LayerChoices = {}): PlannedLayer[] {
  const { name, wkid, maxRecordCount, geometryType, fields = [] } = choices;
  const isExpected = ({ shape }: PlannedLayer) => (shape.geometryType ?? null) === geometryType;
  if (geometryType !== undefined && !layers.some(isExpected))
    throw refused('geometryType', `The file has no ${geometryType === null ? 'table' : 'such layer'}.`);
  const names = new Set(layers.flatMap(({ shape }) => shape.fields.map((field) => field.name)));
  const unknown = fields.find((field) => !names.has(field.name));
  if (unknown) throw refused(`fields.${unknown.name}`, 'The file has no such field.');
  const byName = new Map(fields.map((field) => [field.name, field]));
  return layers.map((planned) => {
    const { shape, commas } = chooseFields(planned, byName);
    return {
      ...planned,
      commas,
      shape: {
        ...shape,
        ...(name !== undefined && layers.length === 1 && { name }),
        ...(wkid !== undefined && shape.geometryType && { wkid }),
        ...(maxRecordCount !== undefined && { maxRecordCount }),
      },
    };
  });
}

function chooseFields(
  { shape, commas, sample }: PlannedLayer,
  choices: ReadonlyMap<string, FieldChoice>,
): Pick<PlannedLayer, 'shape' | 'commas'> {
  const fields = shape.fields.map((field) => {
    const choice = choices.get(field.name);
    if (!choice) return field;
    const chosen = chooseField(field, choice);
    const isDate = field.type === 'esriFieldTypeDate';
    if (isDate && chosen.type === 'esriFieldTypeString' && hasNumbers(sample, keyOf(field)))
      throw refused(
        `fields.${field.name}`,
        'The dates of the file are numbers. Choose esriFieldTypeDate or esriFieldTypeDateOnly.',
      );
    return chosen;
  });
  const texts = new Set(fields.filter(({ type }) => type === 'esriFieldTypeString').map(keyOf));
  return {
    shape: { ...shape, fields },
    // A text keeps its decimal comma.
    commas: new Set([...commas].filter((key) => !texts.has(key))),
  };
}

function chooseField(field: FieldInput, { alias, type = field.type, length }: FieldChoice): FieldInput {
  const at = `fields.${field.name}`;
  if (!isOwnFieldType(type)) throw refused(at, 'This type of field is not supported.');
  const isText = type === 'esriFieldTypeString';
  if (length !== undefined && !isText) throw refused(at, 'Only texts have a length.');
  const { length: fitting, ...rest } = field;
  return {
    ...rest,
    type,
    ...(alias !== undefined && { alias }),
    // Numbers and dates as text are shorter than the least length of the file's own texts.
    ...(isText && { length: length ?? fitting ?? 256 }),
  };
}

/** Dates of feature collections are epoch milliseconds, which nobody wants to read as text. */
const hasNumbers = (sample: PlannedLayer['sample'], key: string) =>
  sample.some((row) => typeof row[key] === 'number');

const keyOf = ({ source, name }: FieldInput) => source ?? name;

function refused(path: string, problem: string): MappingError {
  const member = `publishParameters.layerInfo.${path}`;
  return new MappingError('services:invalid-upload', `${member}: ${problem}`, {
    status: 400,
    faults: [{ path: member, message: problem }],
  });
}
