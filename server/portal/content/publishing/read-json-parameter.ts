import { parseJson } from '../../../platform/safety/json-shape.ts';
import { MappingError } from '../../../../wire/errors.ts';

/**
 * A parameter that holds a JSON object; empty when it did not come.
 * @throws MappingError `portal:invalid-parameters` (400)
 */
export function readJsonParameter(
  parameters: Readonly<Record<string, string>>,
  name: string,
): Readonly<Record<string, unknown>> {
  const text = parameters[name];
  if (text === undefined) return {};
  try {
    const value: unknown = parseJson(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // Told below.
  }
  throw invalidParameter(name, 'Give a JSON object.');
}

export function invalidParameter(path: string, message: string): MappingError {
  return new MappingError('portal:invalid-parameters', `${path}: ${message}`, {
    status: 400,
    faults: [{ path, message }],
  });
}
