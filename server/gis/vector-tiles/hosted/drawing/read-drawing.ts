import { z } from 'zod';
import { type AttributeValue, type Field, findField } from '../../../layer/field.ts';
import type { HostedLayer } from '../../../layer/layer.ts';
import { anySymbol, type DrawnSymbol, textSymbol, type TextSymbol } from './class-layers.ts';
import { defaultRenderer } from '../../../feature-server/layer-json.ts';

/** A label that shows one field. */
export interface DrawnLabel {
  field: Field;
  symbol: TextSymbol;
  /** As the layer writes it, `esriServerPointLabelPlacementAboveRight`; empty when it does not. */
  placement: string;
  minScale: number;
  maxScale: number;
}

const labelSchema = z.object({
  labelExpression: z.string().nullish().catch(null),
  labelExpressionInfo: z
    .object({ expression: z.string().nullish(), value: z.string().nullish() })
    .nullish()
    .catch(null),
  labelPlacement: z.string().catch(''),
  minScale: z.number().catch(0),
  maxScale: z.number().catch(0),
  symbol: textSymbol,
});

/** Expressions with only one field in each notation: Arcade, its older value form, and the plain one. */
const oneField = [
  /^\$feature\.(\w+)\s*;?$/,
  /^\$feature\[["'](\w+)["']\]\s*;?$/,
  /^\{(\w+)\}$/,
  /^\[(\w+)\]$/,
];

/** The labels of a layer that show one field; computed ones need a client that computes. */
export function readLabels({ drawingInfo, fields }: HostedLayer): DrawnLabel[] {
  const info = (drawingInfo ?? {}) as { labelingInfo?: unknown };
  const classes = Array.isArray(info.labelingInfo) ? (info.labelingInfo as unknown[]) : [];
  return classes.slice(0, 20).flatMap((candidate) => {
    const read = labelSchema.safeParse(candidate);
    if (!read.success) return [];
    const { labelExpressionInfo, labelExpression, labelPlacement, ...rest } = read.data;
    const texts = [labelExpressionInfo?.expression, labelExpressionInfo?.value, labelExpression];
    const name = texts
      .flatMap((text) => oneField.map((pattern) => pattern.exec(text?.trim() ?? '')?.[1]))
      .find(Boolean);
    const field = name === undefined ? undefined : findField(fields, name);
    return field ? [{ ...rest, field, placement: labelPlacement }] : [];
  });
}

/** The drawing of a layer in tiles: its renderer split into classes, each with one symbol. */
export interface Drawing {
  classes: readonly { label: string; symbol: DrawnSymbol }[];
  /** Fields that determine the class. */
  fields: readonly Field[];
  /** Number of a feature's class by its values of `fields`; undefined: it is not drawn. */
  classOf(values: readonly AttributeValue[]): number | undefined;
  labels: readonly DrawnLabel[];
  /** 0 to 1. */
  opacity: number;
}

const value = z.union([z.string(), z.number()]);
const label = z.string().catch('');
const defaults = { defaultSymbol: anySymbol, defaultLabel: label };

/** Of classes that a renderer may have in tiles; of longer lists none is read. */
function classList<Class extends z.ZodType>(each: Class) {
  return z.array(z.unknown()).max(1000).pipe(z.array(each));
}

const rendererSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('simple'), symbol: anySymbol, label }),
  z.object({
    type: z.literal('uniqueValue'),
    field1: z.string(),
    field2: z.string().nullish(),
    field3: z.string().nullish(),
    fieldDelimiter: z.string().nullish(),
    uniqueValueInfos: classList(z.object({ value, symbol: anySymbol, label })),
    ...defaults,
  }),
  z.object({
    type: z.literal('classBreaks'),
    field: z.string(),
    minValue: z.number().nullish(),
    classBreakInfos: classList(
      z.object({
        classMinValue: z.number().nullish(),
        classMaxValue: z.number(),
        symbol: anySymbol,
        label,
      }),
    ),
    ...defaults,
  }),
]);
type Renderer = z.infer<typeof rendererSchema>;

/** Unsupported renderers (heat maps, charts, dots) are drawn with the layer's plain symbol. */
export function readDrawing(layer: HostedLayer): Drawing {
  const info = (layer.drawingInfo ?? {}) as { renderer?: unknown; transparency?: unknown };
  const read = rendererSchema.safeParse(info.renderer);
  const drawn = read.success ? drawingOf(read.data, layer.fields) : undefined;
  const plain = rendererSchema.parse(defaultRenderer(layer.geometryType));
  const transparency = typeof info.transparency === 'number' ? info.transparency : 0;
  return {
    ...(drawn ?? drawingOf(plain, layer.fields) ?? nothing),
    labels: readLabels(layer),
    opacity: 1 - Math.min(100, Math.max(0, transparency)) / 100,
  };
}

type Classes = Pick<Drawing, 'classes' | 'fields' | 'classOf'>;
const nothing: Classes = { classes: [], fields: [], classOf: () => undefined };

interface Class {
  label: string;
  symbol?: DrawnSymbol | null | undefined;
}

interface Classified {
  classes: readonly Class[];
  /** The class of a feature by its values of the renderer's fields. */
  find(values: readonly AttributeValue[]): Class | undefined;
}

function drawingOf(renderer: Renderer, fields: readonly Field[]): Classes | undefined {
  const { classes, find } = classify(renderer);
  const used = fieldsOf(renderer).map((name) => findField(fields, name));
  if (used.some((field) => field === undefined)) return undefined;
  const drawn = classes.filter((candidate) => candidate.symbol);
  const numbers = new Map(drawn.map((candidate, number) => [candidate, number]));
  return {
    classes: drawn.map(({ label: text, symbol }) => ({ label: text, symbol: symbol as DrawnSymbol })),
    fields: used as Field[],
    classOf: (values) => {
      const found = find(values);
      return found && numbers.get(found);
    },
  };
}

function fieldsOf(renderer: Renderer): string[] {
  if (renderer.type === 'simple') return [];
  if (renderer.type === 'classBreaks') return [renderer.field];
  return [renderer.field1, renderer.field2, renderer.field3].filter((name) => typeof name === 'string');
}

function classify(renderer: Renderer): Classified {
  if (renderer.type === 'simple') {
    const only = { label: renderer.label, symbol: renderer.symbol };
    return { classes: [only], find: () => only };
  }
  const other = { label: renderer.defaultLabel, symbol: renderer.defaultSymbol };
  if (renderer.type === 'uniqueValue') {
    const { uniqueValueInfos: infos, fieldDelimiter } = renderer;
    const delimiter = fieldDelimiter ?? ',';
    // Of two with one value the first counts.
    const byValue = new Map(infos.toReversed().map((info) => [String(info.value), info]));
    return {
      classes: [...infos, other],
      find: (values) =>
        (values[0] === null ? undefined : byValue.get(values.map((part) => part ?? '').join(delimiter))) ??
        other,
    };
  }
  let from = renderer.minValue ?? -Infinity;
  const breaks = renderer.classBreakInfos.map(({ classMinValue, classMaxValue: max, ...info }) => {
    const min = classMinValue ?? from;
    from = max;
    return { ...info, min, max };
  });
  return {
    classes: [...breaks, other],
    // The first class includes its lower bound; later ones exclude it, and classes are tried in order.
    find: ([number]) =>
      (typeof number === 'number'
        ? breaks.find(({ min, max }, index) => (index === 0 ? number >= min : number > min) && number <= max)
        : undefined) ?? other,
  };
}

/** The attributes of a tile's features: those of labels, and the feature's name. */
export function shownFields(layer: HostedLayer, labels: readonly { field: Field }[]): Field[] {
  const display = findField(layer.fields, layer.displayField);
  return [...new Set([...labels.map(({ field }) => field), ...(display ? [display] : [])])];
}
