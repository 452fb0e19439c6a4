import { parameterError } from './parameters.ts';

/** Capabilities of feature services, in the order in which they are listed. */
const capabilities = ['Create', 'Delete', 'Query', 'Update', 'Editing', 'Extract'];
const changing = ['Create', 'Delete', 'Update'];

/**
 * The capabilities of a service from their names: to read, to edit in some ways, and to export. `Editing` without a finer choice
 * means all of it, and every service can be queried.
 * @param parameter which has the names, for the error
 * @throws MappingError `arcgis:invalid-parameter` (400) for those that services here do not have
 */
export function readServiceCapabilities(names: readonly string[], parameter: string): string[] {
  const unknown = names.find((name) => !capabilities.includes(name));
  if (unknown !== undefined)
    throw parameterError(
      parameter,
      `${unknown.slice(0, 40)} is not supported. Choose from ${capabilities.join(', ')}.`,
    );
  const chosen = names.filter((name) => changing.includes(name));
  const edits = chosen.length === 0 && names.includes('Editing') ? changing : chosen;
  const allowed = new Set([...edits, 'Query']);
  if (edits.length > 0) allowed.add('Editing');
  if (names.includes('Extract')) allowed.add('Extract');
  return capabilities.filter((name) => allowed.has(name));
}
