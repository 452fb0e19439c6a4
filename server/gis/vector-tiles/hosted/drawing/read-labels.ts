import { z } from 'zod';
import { type Field, findField } from '../../../layer/field.ts';
import type { HostedLayer } from '../../../layer/layer.ts';
import { textSymbol, type TextSymbol } from './symbol.ts';

/** A label that shows one field. */
export interface DrawnLabel {
  field: Field;
  symbol: TextSymbol;
  along: boolean;
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
  /^\s*\$feature\.(\w+)\s*;?\s*$/,
  /^\s*\$feature\[["'](\w+)["']\]\s*;?\s*$/,
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
      .flatMap((text) => oneField.map((pattern) => pattern.exec(text ?? '')?.[1]))
      .find(Boolean);
    const field = name === undefined ? undefined : findField(fields, name);
    return field ? [{ ...rest, field, along: labelPlacement.includes('Line') }] : [];
  });
}
