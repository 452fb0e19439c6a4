import { z } from 'zod';
import { appConfigSchema } from './app-config.ts';
import { longestPath, mostFaults } from './errors.ts';

/**
 * Faults of settings that a configuration has and the schema does not: misspelt, they would be lost without a word. Saved
 * configurations may have settings of earlier versions, which are ignored. The first `mostFaults`.
 */
export function unknownSettings(config: unknown): { path: string; message: string }[] {
  const faults: { path: string; message: string }[] = [];
  for (const path of unknownPaths(appConfigSchema, config, [])) {
    if (faults.length === mostFaults) break;
    faults.push({
      path: path.join('.').slice(0, longestPath),
      message: 'There is no setting of this name.',
    });
  }
  return faults;
}

function* unknownPaths(schema: z.core.$ZodType, value: unknown, path: string[]): Generator<string[]> {
  const kind = withoutWrappers(schema);
  if (kind instanceof z.ZodArray && Array.isArray(value)) {
    for (const [index, each] of value.entries())
      yield* unknownPaths(kind.element, each, [...path, String(index)]);
  } else if (kind instanceof z.ZodObject && typeof value === 'object' && value !== null) {
    const shape: Record<string, z.core.$ZodType> = kind.shape;
    for (const [name, each] of Object.entries(value)) {
      const known = Object.hasOwn(shape, name) ? shape[name] : undefined;
      if (known) yield* unknownPaths(known, each, [...path, name]);
      else yield [...path, name];
    }
  }
}

/** Without what makes it optional or gives it a default. */
function withoutWrappers(schema: z.core.$ZodType): z.core.$ZodType {
  const wraps =
    schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault;
  return wraps ? withoutWrappers(schema.unwrap()) : schema;
}
