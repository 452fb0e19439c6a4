import { z } from 'zod';
import { type IntegrationType, kindOf } from '../../../../../wire/integrations/integration-config.ts';

/** One setting of an integration kind, as described by its schema. */
export interface KindField {
  /** Such as `radius` or `links.request`. */
  path: string;
  kind: 'text' | 'number' | 'switch' | 'choice' | 'list' | 'photos';
  choices: readonly string[];
  least: number | undefined;
  most: number | undefined;
  /** The default value. */
  otherwise: unknown;
}

interface JsonSchema {
  type?: string;
  properties?: Record<string, JsonSchema>;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  default?: unknown;
}

/** Every setting of a kind in the order of its schema; settings added there appear in the form automatically. */
export function describeKind(type: IntegrationType): KindField[] {
  return fieldsOf(
    z.toJSONSchema(kindOf(type).config, { io: 'input', unrepresentable: 'any' }) as JsonSchema,
    '',
  );
}

function fieldsOf(schema: JsonSchema, path: string): KindField[] {
  if (schema.properties)
    return Object.entries(schema.properties).flatMap(([name, part]) =>
      fieldsOf(part, path === '' ? name : `${path}.${name}`),
    );
  // A kind without settings is an object without properties.
  if (path === '') return [];
  return [
    {
      path,
      kind: path === 'photos' ? 'photos' : controlOf(schema),
      choices: schema.enum ?? [],
      least: schema.minimum,
      most: schema.maximum,
      otherwise: schema.default,
    },
  ];
}

function controlOf(schema: JsonSchema): KindField['kind'] {
  if (schema.enum) return 'choice';
  if (schema.type === 'boolean') return 'switch';
  if (schema.type === 'number' || schema.type === 'integer') return 'number';
  return schema.type === 'array' ? 'list' : 'text';
}

/** Settings that depend on another one: field, the other field, its value. */
const onlyWith: Readonly<Record<string, readonly [string, unknown]>> = {
  clientId: ['login', 'oauth'],
  layers: ['popup', true],
  termsAccepted: ['viewer', 'synced'],
};

/** Whether a setting has an effect with the current values of the others. */
export function hasEffect(
  field: KindField,
  fields: readonly KindField[],
  valueOf: (path: string) => unknown,
): boolean {
  const [other, wanted] = onlyWith[field.path] ?? [];
  if (other === undefined) return true;
  return (valueOf(other) ?? fields.find(({ path }) => path === other)?.otherwise) === wanted;
}
