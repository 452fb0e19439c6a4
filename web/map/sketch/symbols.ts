import SimpleFillSymbol from '@arcgis/core/symbols/SimpleFillSymbol.js';
import SimpleLineSymbol from '@arcgis/core/symbols/SimpleLineSymbol.js';
import SimpleMarkerSymbol from '@arcgis/core/symbols/SimpleMarkerSymbol.js';
import TextSymbol from '@arcgis/core/symbols/TextSymbol.js';
import type { SketchStyle } from './sketch-types.ts';

/** The symbols of a style. */
export function symbolsFor({ colour, width, fill }: SketchStyle, text: string) {
  return {
    point: new SimpleMarkerSymbol({
      color: colour,
      size: 6 + width * 2,
      outline: { color: '#ffffff', width: 1.5 },
    }),
    polyline: new SimpleLineSymbol({ color: colour, width, cap: 'round', join: 'round' }),
    polygon: new SimpleFillSymbol({
      color: [...channels(colour), fill],
      outline: { color: colour, width },
    }),
    text: new TextSymbol({
      text,
      color: colour,
      haloColor: '#ffffff',
      haloSize: 1.5,
      font: { family: 'Noto Sans', size: 8 + width * 2, weight: 'bold' },
    }),
  };
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
