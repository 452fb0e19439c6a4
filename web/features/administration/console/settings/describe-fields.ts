import { z } from 'zod';
import { appConfigSchema } from '../../../../../wire/app-config.ts';

/** How a value is edited. */
export type FieldKind =
  'text' | 'localized' | 'switch' | 'choice' | 'colour' | 'extent' | 'list' | 'logo' | 'groups' | 'languages';

/** One setting of the config, as described by the schema. */
export interface Field {
  /** Such as `portal.url`. */
  path: string;
  kind: FieldKind;
  /** Values to choose from, for `choice`. */
  choices: readonly string[];
  maxLength: number | undefined;
}

interface JsonSchema {
  type?: string;
  properties?: Record<string, JsonSchema>;
  anyOf?: JsonSchema[];
  enum?: string[];
  const?: unknown;
  pattern?: string;
  maxLength?: number;
  prefixItems?: JsonSchema[];
  items?: JsonSchema;
}

/** Settings with a special editor, because the schema does not show that a text is a picture. */
const special: Readonly<Record<string, FieldKind>> = {
  'portal.customLogo': 'logo',
  'gallery.groups': 'groups',
  languages: 'languages',
};

/** Options that would lock out the administrator; only the operator can set them. */
const byOperator = new Set(['portal.signIn anonymous']);

/** Edited on a separate page, or not at all. */
const elsewhere = new Set([
  'version',
  'integrations',
  'portal.url',
  'portal.appId',
  'portal.organisationId',
  'portal.adminGroupId',
]);

/** Every setting of the config in the order of the schema; settings added there appear in the form automatically. */
export function describeFields(): Field[] {
  return fieldsOf(z.toJSONSchema(appConfigSchema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, '');
}

function fieldsOf(schema: JsonSchema, path: string): Field[] {
  if (elsewhere.has(path)) return [];
  const known = special[path];
  if (known) return [field(path, known, schema)];
  if (schema.type === 'object' && schema.properties) {
    return Object.entries(schema.properties).flatMap(([name, part]) =>
      fieldsOf(part, path === '' ? name : `${path}.${name}`),
    );
  }
  return [field(path, kindOf(schema), schema)];
}

function field(path: string, kind: FieldKind, schema: JsonSchema): Field {
  return {
    path,
    kind,
    choices: (schema.enum ?? []).filter((choice) => !byOperator.has(`${path} ${choice}`)),
    maxLength: schema.maxLength ?? schema.anyOf?.find(({ maxLength }) => maxLength)?.maxLength,
  };
}

function kindOf(schema: JsonSchema): FieldKind {
  if (schema.type === 'boolean') return 'switch';
  if (schema.enum) return 'choice';
  if (schema.anyOf?.some(({ type }) => type === 'object')) return 'localized';
  if (schema.pattern?.startsWith('^#')) return 'colour';
  if (schema.prefixItems) return 'extent';
  if (schema.type === 'array') return 'list';
  return 'text';
}

/** The sections of the settings, by the first name in a path; new settings appear in the first section. */
const parts = [
  ['general', ['title', 'welcome', 'feedback', 'sharing']],
  ['look', ['theme', 'languages']],
  ['portal', ['portal']],
  ['map', ['map']],
  ['gallery', ['gallery']],
] as const;

export type PartName = (typeof parts)[number][0];

export function fieldsByPart(fields: readonly Field[]): { part: PartName; fields: Field[] }[] {
  const partOf = ({ path }: Field): PartName => {
    // Users look for the logo beside the colours.
    if (path === 'portal.customLogo') return 'look';
    const first = path.split('.')[0] ?? '';
    return parts.find(([, names]) => (names as readonly string[]).includes(first))?.[0] ?? 'general';
  };
  return parts.map(([part]) => ({ part, fields: fields.filter((each) => partOf(each) === part) }));
}
