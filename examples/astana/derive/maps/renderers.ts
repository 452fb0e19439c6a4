import type { EsriSymbol } from './symbols.ts';

export type Renderer = Record<string, unknown>;

export function simple(symbol: EsriSymbol, label = ''): Renderer {
  return { type: 'simple', symbol, label, description: '' };
}

/** One symbol per value; features with other values are not drawn unless `other` is given. */
export function uniqueValues(
  field: string,
  values: [value: string, symbol: EsriSymbol, label?: string][],
  other?: { symbol: EsriSymbol; label: string },
): Renderer {
  return {
    type: 'uniqueValue',
    field1: field,
    ...(other && { defaultSymbol: other.symbol, defaultLabel: other.label }),
    uniqueValueInfos: values.map(([value, symbol, label = value]) => ({
      value,
      symbol,
      label,
      description: '',
    })),
  };
}

/** Classes of a number: each reaches from the end of the one before (the first from `from`) up to `to`. */
export function classBreaks(
  field: string,
  from: number,
  classes: [to: number, symbol: EsriSymbol, label: string][],
  other?: { symbol: EsriSymbol; label: string },
): Renderer {
  return {
    type: 'classBreaks',
    field,
    minValue: from,
    classificationMethod: 'esriClassifyManual',
    ...(other && { defaultSymbol: other.symbol, defaultLabel: other.label }),
    classBreakInfos: classes.map(([to, symbol, label], index) => ({
      classMinValue: index === 0 ? from : classes[index - 1]?.[0],
      classMaxValue: to,
      symbol,
      label,
      description: '',
    })),
  };
}

/** Makes point symbols smaller at small scales: sizes in points by scale. */
export function withSizeByScale(renderer: Renderer, stops: [scale: number, size: number][]): Renderer {
  const sizeInfo = {
    type: 'sizeInfo',
    valueExpression: '$view.scale',
    stops: stops.map(([value, size]) => ({ value, size })),
  };
  return { ...renderer, visualVariables: [sizeInfo] };
}
