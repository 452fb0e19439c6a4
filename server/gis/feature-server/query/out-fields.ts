import { type Field, findField } from '../../layer/field.ts';
import { objectIdField } from '../../layer/layer.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';

/** The fields of the response: `*`, a list in any case, or only the object id by default. */
export function readOutFields(names: readonly string[] | undefined, fields: readonly Field[]): Field[] {
  if (names === undefined || names.length === 0) return fields.filter(({ name }) => name === objectIdField);
  if (names.includes('*')) return [...fields];
  const wanted = names.map((name) => {
    const field = findField(fields, name.replaceAll('"', ''));
    if (!field) throw parameterError('outFields', `There is no field “${name.slice(0, 40)}”.`);
    return field;
  });
  return [...new Set(wanted)];
}
