import { z } from 'zod';

/** The symbols and renderers of the web map specification (`web-map-specification.ts`). */

const color = z.array(z.int().min(0).max(255)).length(4);
const text = z.string();
const flag = z.boolean();

const line = z.strictObject({
  type: z.literal('esriSLS'),
  style: text.startsWith('esriSLS'),
  color: color.nullish(),
  width: z.number().optional(),
  cap: text.optional(),
  join: text.optional(),
  miterLimit: z.number().optional(),
  marker: z.looseObject({}).optional(),
});
const placed = {
  angle: z.number().optional(),
  xoffset: z.number().optional(),
  yoffset: z.number().optional(),
};
const picture = {
  ...placed,
  imageData: text.optional(),
  contentType: text.optional(),
  url: text.optional(),
  width: z.number().optional(),
  height: z.number().optional(),
};
const font = z.strictObject({
  family: text.optional(),
  size: z.number().optional(),
  style: z.enum(['italic', 'normal', 'oblique']).optional(),
  weight: z.enum(['bold', 'bolder', 'lighter', 'normal']).optional(),
  decoration: z.enum(['line-through', 'underline', 'none']).optional(),
});
export const textSymbol = z.strictObject({
  ...placed,
  type: z.literal('esriTS'),
  color: color.nullish(),
  font: font.optional(),
  text: text.optional(),
  haloColor: color.nullish(),
  haloSize: z.number().nullish(),
  backgroundColor: color.nullish(),
  borderLineColor: color.nullish(),
  borderLineSize: z.number().nullish(),
  horizontalAlignment: z.enum(['center', 'justify', 'left', 'right']).optional(),
  verticalAlignment: z.enum(['baseline', 'bottom', 'middle', 'top']).optional(),
  kerning: flag.optional(),
  rightToLeft: flag.nullish(),
  rotated: flag.optional(),
});
const symbol = z.discriminatedUnion('type', [
  z.strictObject({
    ...placed,
    type: z.literal('esriSMS'),
    style: text.startsWith('esriSMS'),
    color: color.nullish(),
    size: z.number().optional(),
    outline: line.nullish(),
  }),
  line,
  z.strictObject({
    type: z.literal('esriSFS'),
    style: text.startsWith('esriSFS'),
    color: color.nullish(),
    outline: line.nullish(),
  }),
  z.strictObject({ type: z.literal('esriPMS'), ...picture }),
  z.strictObject({
    type: z.literal('esriPFS'),
    ...picture,
    outline: line.nullish(),
    xscale: z.number().optional(),
    yscale: z.number().optional(),
  }),
  textSymbol,
  z.looseObject({ type: z.literal('CIMSymbolReference') }),
]);

const source = {
  field: text.optional(),
  valueExpression: text.optional(),
  valueExpressionTitle: text.optional(),
  normalizationField: text.optional(),
  legendOptions: z.looseObject({}).optional(),
};
const variable = z.discriminatedUnion('type', [
  z.strictObject({
    ...source,
    type: z.literal('colorInfo'),
    stops: z.array(z.strictObject({ value: z.number(), color, label: text.nullish() })).optional(),
  }),
  z.strictObject({
    ...source,
    type: z.literal('transparencyInfo'),
    stops: z.array(
      z.strictObject({ value: z.number(), transparency: z.number().min(0).max(100), label: text.nullish() }),
    ),
  }),
  z.looseObject({ ...source, type: z.literal('sizeInfo') }),
  z.strictObject({
    ...source,
    type: z.literal('rotationInfo'),
    rotationType: z.enum(['arithmetic', 'geographic']).optional(),
    axis: text.optional(),
  }),
]);
const common = {
  authoringInfo: z.looseObject({}).optional(),
  visualVariables: z.array(variable).optional(),
  legendOptions: z.looseObject({}).optional(),
};
const others = { defaultSymbol: symbol.nullish(), defaultLabel: text.nullish() };
const attribute = z.strictObject({
  field: text.optional(),
  valueExpression: text.optional(),
  valueExpressionTitle: text.optional(),
  label: text.optional(),
  color,
});
const named = z.strictObject({ label: text.optional(), description: text.optional(), value: text, symbol });
export const renderer = z.discriminatedUnion('type', [
  z.strictObject({ ...common, type: z.literal('simple'), symbol, label: text.optional() }),
  z.strictObject({
    ...common,
    ...others,
    type: z.literal('uniqueValue'),
    field1: text.optional(),
    field2: text.optional(),
    field3: text.optional(),
    fieldDelimiter: text.optional(),
    valueExpression: text.optional(),
    valueExpressionTitle: text.optional(),
    uniqueValueInfos: z.array(named).optional(),
    uniqueValueGroups: z.array(z.looseObject({})).optional(),
    backgroundFillSymbol: symbol.optional(),
  }),
  z.strictObject({
    ...common,
    ...others,
    type: z.literal('classBreaks'),
    field: text.optional(),
    valueExpression: text.optional(),
    normalizationField: text.optional(),
    normalizationType: text.optional(),
    classificationMethod: text.optional(),
    minValue: z.number(),
    classBreakInfos: z.array(
      z.strictObject({
        classMinValue: z.number().optional(),
        classMaxValue: z.number(),
        label: text.optional(),
        description: text.optional(),
        symbol,
      }),
    ),
    backgroundFillSymbol: symbol.optional(),
  }),
  z.looseObject({
    ...common,
    type: z.literal('heatmap'),
    colorStops: z.array(z.strictObject({ color, ratio: z.number() })),
  }),
  z.looseObject({
    ...common,
    type: z.literal('dotDensity'),
    attributes: z.array(attribute),
    dotValue: z.number(),
  }),
  z.looseObject({ ...common, type: z.literal('pieChart'), attributes: z.array(attribute) }),
]);
