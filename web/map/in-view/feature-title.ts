/** What titles of features are made from: the part of a layer that says how. */
export interface TitleRule {
  /** Title of the popup, such as `Stop {NAME}`. */
  template: string;
  /** Field that names the features. */
  displayField: string;
  fields: readonly { name: string; type: string }[];
}

type Attributes = Record<string, unknown>;

/** Fields a title is made from. */
export function titleFields(rule: TitleRule): string[] {
  const named = tokens(rule.template).map((token) => fieldNamed(rule, token));
  const whole = named.length > 0 && named.every((name) => name !== undefined);
  const naming = namingField(rule);
  return [...new Set([...(whole ? named : []), ...(naming ? [naming] : [])])];
}

/**
 * A feature's title: the popup's when it is made of fields alone, else the text that names it. Empty when there is none.
 *
 * @param shown how a value is shown: names of coded values, dates
 */
export function featureTitle(
  rule: TitleRule,
  attributes: Attributes,
  shown: (field: string, value: unknown) => string,
): string {
  const value = (name: string | undefined) => {
    const given = name === undefined ? undefined : attributes[name];
    return name === undefined || given === null || given === undefined ? '' : shown(name, given);
  };
  const used = tokens(rule.template);
  const made = rule.template.replace(token, (_whole, name: string) => value(fieldNamed(rule, name)));
  const understood = used.every(
    (name) => fieldNamed(rule, name) !== undefined && value(fieldNamed(rule, name)) !== '',
  );
  if (used.length > 0 && understood) return plain(made);
  return plain(value(namingField(rule)));
}

const token = /\{([^{}]+)\}/g;

function tokens(template: string): string[] {
  return [...template.matchAll(token)].map(([, name = '']) => name);
}

function fieldNamed({ fields }: TitleRule, token: string): string | undefined {
  const name = token.split(':', 1)[0]?.trim().toLowerCase();
  return fields.find((field) => field.name.toLowerCase() === name)?.name;
}

/** The display field when it is a text, else a text with “name” in its name. */
function namingField({ displayField, fields }: TitleRule): string | undefined {
  const texts = fields.filter(({ type }) => type === 'string');
  return (texts.find(({ name }) => name === displayField) ?? texts.find(({ name }) => /name/i.test(name)))
    ?.name;
}

/** Authors may write markup into titles. */
function plain(text: string): string {
  return text
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
