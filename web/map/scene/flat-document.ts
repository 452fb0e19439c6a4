import { isObject } from '../../../wire/json.ts';
import { type LayerJson, layersIn, membersOf, type WebMapJson } from '../document/web-map-json.ts';

type Json = Record<string, unknown>;

/** Colour of a symbol that has none of its own. */
const plain = [130, 130, 130];

/**
 * The flat form of a web scene document: a web map with the same layers and basemap, in symbols of two
 * dimensions. Layers that only a scene can draw keep their places.
 */
export function flatDocument(scene: object): WebMapJson {
  const { operationalLayers, baseMap, initialState, tables, bookmarks } = scene as WebMapJson;
  const { elevationLayers: _ground, ...basemap } = (baseMap ?? {}) as Json;
  const viewpoint = flatViewpoint(initialState?.viewpoint);
  return {
    version: '2.34',
    authoringApp: 'Mapping',
    operationalLayers: layersIn(operationalLayers).map(flatLayer),
    ...(baseMap && { baseMap: basemap }),
    ...(bookmarks && { bookmarks }),
    ...(tables !== undefined && { tables }),
    ...(viewpoint && { initialState: { viewpoint } }),
  };
}

/** The same place from straight above. */
function flatViewpoint(viewpoint: unknown): Json | undefined {
  if (!isObject(viewpoint) || !isObject(viewpoint['targetGeometry'])) return undefined;
  const { camera: _camera, targetGeometry, ...rest } = viewpoint;
  const { z: _z, ...flat } = targetGeometry as Json;
  return { ...rest, targetGeometry: flat };
}

function flatLayer(layer: LayerJson): LayerJson {
  if (layer.layerType === 'GroupLayer') return { ...layer, layers: (membersOf(layer) ?? []).map(flatLayer) };
  const definition = layer.layerDefinition;
  const drawing = definition?.['drawingInfo'];
  if (!isObject(drawing)) return layer;
  const { renderer, labelingInfo, ...others } = drawing;
  return {
    ...layer,
    layerDefinition: {
      ...definition,
      drawingInfo: {
        ...others,
        ...(isObject(renderer) && { renderer: flatRenderer(renderer) }),
        ...(Array.isArray(labelingInfo) && { labelingInfo: labelingInfo.filter(isObject).map(flatSymbols) }),
      },
    },
  };
}

/** Without variables for dimensions that a map does not have. */
function flatRenderer(renderer: Json): Json {
  const flat = flatSymbols(renderer);
  const variables = flat['visualVariables'];
  if (!Array.isArray(variables)) return flat;
  const kept = variables.filter((one) => isObject(one) && one['axis'] === undefined);
  return { ...flat, visualVariables: kept };
}

/** A part of a drawing with all of its symbols flat, at any depth. */
function flatSymbols(part: Json): Json {
  const symbol = flatSymbol(part);
  if (symbol) return symbol;
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => {
      if (Array.isArray(value)) return [name, value.map((one) => (isObject(one) ? flatSymbols(one) : one))];
      return [name, isObject(value) ? flatSymbols(value) : value];
    }),
  );
}

/** The flat form of a symbol of three dimensions; undefined for anything else. */
function flatSymbol({ type, symbolLayers }: Json): Json | undefined {
  const [layer = {}] = Array.isArray(symbolLayers) ? symbolLayers.filter(isObject) : [];
  const color = colorOf(layer);
  if (type === 'PolygonSymbol3D')
    return { type: 'esriSFS', style: 'esriSFSSolid', color, outline: outlineOf(layer['outline'], 0.5) };
  if (type === 'LineSymbol3D')
    return { type: 'esriSLS', style: 'esriSLSSolid', color, width: numberOf(layer['size'], 1.5) };
  if (type === 'PointSymbol3D') return flatPoint(layer, color);
  if (type === 'LabelSymbol3D')
    return { type: 'esriTS', color, font: { family: 'Arial', size: numberOf(layer['size'], 9) } };
  return undefined;
}

function flatPoint(layer: Json, color: number[]): Json {
  const size = layer['type'] === 'Icon' ? numberOf(layer['size'], 9) : 9;
  const { href } = (layer['resource'] ?? {}) as { href?: unknown };
  if (typeof href === 'string') return { type: 'esriPMS', url: href, width: size, height: size };
  return { type: 'esriSMS', style: 'esriSMSCircle', color, size, outline: outlineOf(layer['outline'], 0.75) };
}

function outlineOf(outline: unknown, width: number): Json {
  const own = isObject(outline) ? outline : {};
  const color = isObject(outline) ? colorOf(outline) : [255, 255, 255, 255];
  return { type: 'esriSLS', style: 'esriSLSSolid', color, width: numberOf(own['size'], width) };
}

/** Colour and transparency in percent, as red, green, blue and alpha up to 255. */
function colorOf(part: Json): number[] {
  const source = isObject(part['material']) ? part['material'] : part;
  const color = Array.isArray(source['color']) ? (source['color'] as number[]) : plain;
  return [...color.slice(0, 3), Math.round((1 - numberOf(source['transparency'], 0) / 100) * 255)];
}

const numberOf = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise);
