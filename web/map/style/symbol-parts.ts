import Color from '@arcgis/core/Color.js';
import PictureMarkerSymbol from '@arcgis/core/symbols/PictureMarkerSymbol.js';
import SimpleFillSymbol from '@arcgis/core/symbols/SimpleFillSymbol.js';
import SimpleLineSymbol from '@arcgis/core/symbols/SimpleLineSymbol.js';
import SimpleMarkerSymbol from '@arcgis/core/symbols/SimpleMarkerSymbol.js';
import {
  applyCIMSymbolColor,
  applyCIMSymbolRotation,
  getCIMSymbolColor,
  getCIMSymbolRotation,
  getCIMSymbolSize,
  scaleCIMSymbolTo,
} from '@arcgis/core/symbols/support/cimSymbolUtils.js';
import type CIMSymbol from '@arcgis/core/symbols/CIMSymbol.js';
import { fromJSON } from '@arcgis/core/symbols/support/jsonUtils.js';
import type Symbol from '@arcgis/core/symbols/Symbol.js';
import { drawIcon, iconOf, type IconLook, usualSize } from './icon-picture.ts';
import { fillPatterns, lineStyles, shapes, type StyleSymbol } from './symbol.ts';

type Simple = SimpleMarkerSymbol | SimpleLineSymbol | SimpleFillSymbol;

function isSimple(symbol: Symbol): symbol is Simple {
  return symbol.type.startsWith('simple-');
}

/** Describes a symbol; other kinds than these, such as text, have no parts that are edited here. */
export function symbolOf(symbol: Symbol | null | undefined): StyleSymbol {
  if (!symbol) return {};
  if (symbol.type === 'picture-marker') return pictureSymbol(symbol as PictureMarkerSymbol);
  if (isCim(symbol)) return cimParts(symbol);
  if (!isSimple(symbol)) return {};
  const { color } = symbol;
  const fill = symbol.type === 'simple-fill' ? fillPatterns.find((one) => one === symbol.style) : undefined;
  return {
    ...(color && { color: color.toHex(), opacity: color.a }),
    ...(symbol.type === 'simple-marker' && markerParts(symbol)),
    ...(symbol.type === 'simple-line' && lineParts(symbol)),
    ...(fill && { fill }),
    ...(symbol.type !== 'simple-line' && outlineParts(symbol.outline)),
  };
}

function isCim(symbol: Symbol): symbol is CIMSymbol {
  return symbol.type === 'cim';
}

/** A CIM symbol can have many colours; these are its size, its rotation and the colour of its fill. */
function cimParts(symbol: CIMSymbol): StyleSymbol {
  const { symbol: cim } = symbol.data ?? {};
  const isPoint = cim?.type === 'CIMPointSymbol';
  const color = cim && getCIMSymbolColor(symbol);
  const size = cim && getCIMSymbolSize(symbol);
  return {
    made: symbol.toJSON() as object,
    ...(color && { color: color.toHex() }),
    ...(size && { size }),
    ...(isPoint && { rotation: getCIMSymbolRotation(symbol, true) || 0 }),
  };
}

function changedCim(symbol: CIMSymbol, { color, size, rotation }: StyleSymbol): Symbol {
  if (color === undefined && size === undefined && rotation === undefined) return symbol;
  const copy = symbol.clone();
  if (color !== undefined) applyCIMSymbolColor(copy, withOpacity(color, getCIMSymbolColor(symbol)?.a ?? 1));
  if (size !== undefined) scaleCIMSymbolTo(copy, size);
  if (rotation !== undefined) applyCIMSymbolRotation(copy, rotation, true);
  return copy;
}

/** A symbol of a set, in the size of the one before if it was a symbol of a set, too. */
function madeSymbol(was: Symbol, made: object): Symbol {
  const symbol = fromJSON(structuredClone(made)) as Symbol | null;
  if (!symbol) return was;
  if (isCim(symbol) && isCim(was)) scaleCIMSymbolTo(symbol, getCIMSymbolSize(was) || usualSize);
  return symbol;
}

function markerParts({ style, size, angle }: SimpleMarkerSymbol): StyleSymbol {
  const shape = shapes.find((one) => one === style);
  return { size, rotation: angle ?? 0, ...(shape && { shape }) };
}

function lineParts({ style, width, cap }: SimpleLineSymbol): StyleSymbol {
  const line = lineStyles.find((one) => one === style);
  return { size: width, cap, ...(line && { line }) };
}

function outlineParts(outline: SimpleLineSymbol | null | undefined): StyleSymbol {
  if (!isDrawn(outline)) return { outlineWidth: 0 };
  return { outlineColor: outline.color.toHex(), outlineWidth: outline.width };
}

/** Other programs also write outlines that are not drawn. */
function isDrawn(
  outline: SimpleLineSymbol | null | undefined,
): outline is SimpleLineSymbol & { color: Color } {
  return outline != null && outline.style !== 'none' && outline.color != null && outline.color.a > 0;
}

function pictureSymbol(symbol: PictureMarkerSymbol): StyleSymbol {
  const { width, height, angle, url } = symbol;
  const look = iconOf(pngOf(symbol));
  const common = { size: Math.max(width, height), rotation: angle ?? 0, ...(url && { picture: url }) };
  if (!look) return common;
  const { icon, color, opacity, outlineColor, outlineWidth } = look;
  return { ...common, icon, color, opacity, outlineColor, outlineWidth };
}

/** The data of a picture that is stored in its symbol. */
function pngOf({ url }: PictureMarkerSymbol): string | undefined {
  return url?.startsWith('data:image/png;base64,') ? url.slice(url.indexOf(',') + 1) : undefined;
}

/**
 * A symbol with some of its parts changed: the same symbol if it has none of them. A shape, an icon, a picture, a line
 * style or a fill pattern also replaces a symbol that another program made.
 */
export function changedSymbol(symbol: Symbol, change: StyleSymbol): Symbol {
  if (change.made) return madeSymbol(symbol, change.made);
  if (change.picture !== undefined) return pictureMarker(symbol, change);
  if (change.icon) return iconMarker({ ...lookOf(symbol), ...lookIn(change) }, symbol, change);
  if (change.shape) return changedSimple(simpleMarker(symbol), change);
  if (symbol.type === 'picture-marker') return changedPicture(symbol as PictureMarkerSymbol, change);
  if (isSimple(symbol)) return changedSimple(symbol.clone(), change);
  if (isCim(symbol) && !change.line && !change.fill) return changedCim(symbol, change);
  if (change.line) return changedSimple(new SimpleLineSymbol({ color: usualColor, width: 1.5 }), change);
  if (change.fill)
    return changedSimple(new SimpleFillSymbol({ color: usualColor, outline: usualOutline() }), change);
  return symbol;
}

const usualColor = '#1565c0';
const usualOutline = () => new SimpleLineSymbol({ color: 'white', width: 1 });

function lookIn({ icon, color, opacity, outlineColor, outlineWidth }: StyleSymbol): Partial<IconLook> {
  return {
    ...(icon && { icon }),
    ...(color !== undefined && { color }),
    ...(opacity !== undefined && { opacity }),
    ...(outlineColor !== undefined && { outlineColor }),
    ...(outlineWidth !== undefined && { outlineWidth }),
  };
}

function lookOf(symbol: Symbol): IconLook {
  const { icon, color, opacity, outlineColor, outlineWidth } = symbolOf(symbol);
  return {
    icon: icon ?? { name: '', path: '' },
    color: color ?? usualColor,
    opacity: opacity ?? 1,
    outlineColor: outlineColor ?? '#ffffff',
    outlineWidth: outlineWidth ?? 1,
  };
}

function iconMarker(look: IconLook, was: Symbol, { size, rotation }: StyleSymbol): PictureMarkerSymbol {
  const before = symbolOf(was);
  // Icons are not readable in the size of a dot.
  const drawn = size ?? (before.icon && before.size ? before.size : Math.max(usualSize, before.size ?? 0));
  return new PictureMarkerSymbol({
    url: `data:image/png;base64,${drawIcon(look)}`,
    width: drawn,
    height: drawn,
    angle: rotation ?? before.rotation ?? 0,
  });
}

function pictureMarker(was: Symbol, { picture = '', size, rotation, ratio = 1 }: StyleSymbol) {
  const before = symbolOf(was);
  const drawn = size ?? Math.max(usualSize, before.size ?? 0);
  return new PictureMarkerSymbol({
    url: picture,
    width: ratio >= 1 ? drawn : drawn * ratio,
    height: ratio >= 1 ? drawn / ratio : drawn,
    angle: rotation ?? before.rotation ?? 0,
  });
}

function changedPicture(symbol: PictureMarkerSymbol, change: StyleSymbol): Symbol {
  const redrawn = Object.keys(lookIn(change)).length > 0;
  if (redrawn && iconOf(pngOf(symbol)))
    return iconMarker({ ...lookOf(symbol), ...lookIn(change) }, symbol, change);
  const { size, rotation } = change;
  if (size === undefined && rotation === undefined) return symbol;
  const copy = symbol.clone();
  if (rotation !== undefined) copy.angle = rotation;
  if (size === undefined) return copy;
  const scale = size / Math.max(symbol.width, symbol.height, 1);
  copy.width = symbol.width * scale;
  copy.height = symbol.height * scale;
  return copy;
}

/** A simple marker that looks like a symbol, as far as it can. */
function simpleMarker(symbol: Symbol): SimpleMarkerSymbol {
  if (symbol.type === 'simple-marker') return (symbol as SimpleMarkerSymbol).clone();
  const { color = usualColor, opacity = 1, size, rotation = 0, outlineColor = '#ffffff' } = symbolOf(symbol);
  const { outlineWidth = 1 } = symbolOf(symbol);
  return new SimpleMarkerSymbol({
    color: withOpacity(color, opacity),
    size: Math.min(size ?? 8, usualSize),
    angle: rotation,
    outline: { color: outlineColor, width: outlineWidth },
  });
}

function changedSimple(symbol: Simple, change: StyleSymbol): Simple {
  const { color, opacity, size, outlineColor, outlineWidth } = change;
  if (color !== undefined) symbol.color = withOpacity(color, symbol.color?.a ?? 1);
  // Without a colour, patterns and lines are not drawn.
  if ((change.line ?? change.fill ?? 'none') !== 'none') symbol.color ??= new Color(usualColor);
  if (opacity !== undefined && symbol.color) symbol.color = withOpacity(symbol.color.toHex(), opacity);
  if (symbol.type === 'simple-line') {
    if (size !== undefined) symbol.width = size;
    if (change.line !== undefined) symbol.style = change.line;
    if (change.cap !== undefined) symbol.cap = change.cap;
    return symbol;
  }
  if (symbol.type === 'simple-marker') {
    if (size !== undefined) symbol.size = size;
    if (change.shape !== undefined) symbol.style = change.shape;
    if (change.rotation !== undefined) symbol.angle = change.rotation;
  } else if (change.fill !== undefined) symbol.style = change.fill;
  const outline = isDrawn(symbol.outline)
    ? symbol.outline.clone()
    : (outlineWidth ?? 0) > 0
      ? usualOutline()
      : undefined;
  if (!outline) return symbol;
  if (outlineColor !== undefined) outline.color = withOpacity(outlineColor, outline.color?.a ?? 1);
  if (outlineWidth !== undefined) outline.width = outlineWidth;
  symbol.outline = outline;
  return symbol;
}

/** Areas are often translucent: another colour does not change that. */
export function withOpacity(css: string, opacity: number): Color {
  const color = new Color(css);
  color.a = opacity;
  return color;
}
