import {
  convertDateFormatToIntlOptions,
  convertNumberFormatToIntlOptions,
  formatDate,
  formatDateOnly,
  formatNumber,
} from '@arcgis/core/intl.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { shownTimeZone } from '../layers/time-zone.ts';

/** The part of a layer that defines feature titles. */
export interface TitleRule {
  /** Title of the popup, such as `Stop {NAME}`. */
  template: string;
  /** The field with the features' names. */
  displayField: string;
  fields: readonly { name: string; type: string }[];
}

type Attributes = Record<string, unknown>;

/** The fields of a title. */
export function titleFields(rule: TitleRule): string[] {
  const named = tokens(rule.template).map((token) => fieldNamed(rule, token));
  const whole = named.length > 0 && named.every((name) => name !== undefined);
  const naming = namingField(rule);
  return [...new Set([...(whole ? named : []), ...(naming ? [naming] : [])])];
}

/**
 * A feature's title: the popup's if it consists only of fields, else its naming text. Empty if there is none.
 *
 * @param shown formats a value: names of coded values, dates
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

/** What defines the titles of a loaded layer's features. */
export function titleRuleOf({ popupTemplate, displayField, fields }: FeatureLayer): TitleRule {
  const template = popupTemplate?.title;
  return {
    template: typeof template === 'string' ? template : '',
    displayField: displayField ?? '',
    fields: (fields ?? []).map(({ name, type }) => ({ name, type })),
  };
}

/**
 * The title of a feature of a layer, with the names of coded values, and dates and numbers as the popup shows them.
 *
 * @param mapZone `timeZone` of the view
 */
export function titleIn(
  layer: FeatureLayer,
  rule: TitleRule,
  attributes: unknown,
  mapZone: string | undefined,
): string {
  return featureTitle(rule, (attributes ?? {}) as Attributes, (field, value) => {
    const domain = layer.getFieldDomain(field);
    const coded = domain?.type === 'coded-value' ? domain.getName(value as string | number) : undefined;
    return coded ?? textOf(layer, field, value, mapZone);
  });
}

function textOf(layer: FeatureLayer, name: string, value: unknown, mapZone: string | undefined): string {
  const format = layer.popupTemplate?.fieldInfos?.find(({ fieldName }) => fieldName === name)?.format;
  const { type } = layer.getField(name) ?? {};
  if (type === 'date' && typeof value === 'number')
    return formatDate(value, {
      ...convertDateFormatToIntlOptions(format?.dateFormat ?? 'short-date-short-time'),
      timeZone: shownTimeZone(layer, name, mapZone),
    });
  if (type === 'date-only' && typeof value === 'string')
    return formatDateOnly(value, convertDateFormatToIntlOptions(format?.dateFormat ?? 'short-date'));
  // Without a format it may be a code or a year.
  if (typeof value === 'number' && format)
    return formatNumber(value, convertNumberFormatToIntlOptions(format));
  return String(value);
}

/**
 * The field that titles and labels features: the display field if it is a string, else a string field with
 * “name” in its name.
 */
export function namingField({
  displayField,
  fields,
}: Pick<TitleRule, 'displayField' | 'fields'>): string | undefined {
  const texts = fields.filter(({ type }) => type === 'string');
  // SQL and the SDK do not distinguish case.
  const displayed = texts.find(({ name }) => name.toLowerCase() === displayField.toLowerCase());
  return (displayed ?? texts.find(({ name }) => /name/i.test(name)))?.name;
}

/** Titles may contain markup. */
function plain(text: string): string {
  return text
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
