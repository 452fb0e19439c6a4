import { MappingError } from '../../../../wire/errors.ts';
import { printUploadPlace } from '../../../../wire/upload.ts';
import { limits } from '../../../limits.ts';
import { writeEsriGeometry } from '../../geometry/esri-json.ts';
import { readGeoJson } from '../../geometry/geojson.ts';
import { type Envelope, envelopeOf, joinEnvelopes, keepDimensions } from '../../geometry/geometry.ts';
import { wireSpatialReference } from '../../geometry/spatial-reference.ts';
import { globalIdField, objectIdField } from '../../layer/layer.ts';
import { fitValue } from '../../storage/attribute-value.ts';
import { type DescribedLayer, describeLayer } from '../../storage/describe-layer.ts';
import { layerFeatures, type PlannedLayer, planLayers } from '../plan-layers.ts';
import { chooseLayers } from '../choose-layers.ts';
import { cutTexts, type LayerChoices, type UploadFeature, type UploadSource } from '../upload-source.ts';
import { placer } from './load-rows.ts';

/** The layers of a file as text: Esri's feature collection, whose object ids count from 1. */
export async function generateFeatures(
  source: UploadSource,
  most: number,
  choices: LayerChoices | undefined,
): Promise<string> {
  let count = 0;
  const { layers: fitting } = await planLayers(source, {
    onFeature() {
      count += 1;
      if (count > most)
        throw refused(`The file has more than ${most} features. Publish it as a hosted layer.`);
    },
  });
  const layers = chooseLayers(fitting, choices);
  const texts: string[] = [];
  let bytes = 0;
  for (const [id, planned] of layers.entries()) {
    const text = await layerText(planned, id);
    bytes += Buffer.byteLength(text);
    if (bytes > limits.generatedBytes)
      throw refused(
        `The features of the file have more than ${limits.generatedBytes / 1_000_000} MB of text. Publish it as a hosted layer.`,
      );
    texts.push(text);
  }
  return `{"featureCollection":{"layers":[${texts.join(',')}]}}`;
}

async function layerText(planned: PlannedLayer, id: number): Promise<string> {
  const layer = describeLayer(planned.shape);
  const { wkid } = layer;
  const place = placer(planned.source.reference(), wkid);
  const features: object[] = [];
  let extent: Envelope | null = null;
  for await (const group of layerFeatures(planned))
    for (const feature of group) {
      const read = readFeature(layer, feature, features.length + 1, place);
      if (read.box) extent = joinEnvelopes(extent, read.box);
      features.push(read.feature);
    }
  const { geometryType = null } = planned.shape;
  const spatial = geometryType !== null && {
    geometryType,
    spatialReference: wireSpatialReference(wkid),
  };
  return JSON.stringify({
    layerDefinition: {
      id,
      name: planned.shape.name,
      type: geometryType === null ? 'Table' : 'Feature Layer',
      displayField: layer.definition.displayField,
      objectIdField,
      ...spatial,
      ...(extent && { extent: { ...extent, spatialReference: wireSpatialReference(wkid) } }),
      hasAttachments: false,
      hasZ: planned.shape.hasZ ?? false,
      capabilities: 'Query',
      minScale: 0,
      maxScale: 0,
      types: [],
      templates: [],
      fields: layer.definition.fields
        .filter(({ name }) => name !== globalIdField)
        .map(({ column: _column, ...field }) => field),
    },
    featureSet: { objectIdFieldName: objectIdField, ...spatial, features },
  });
}

/** @throws MappingError that names the feature and the field */
function readFeature(
  { input, definition, sources }: DescribedLayer,
  feature: UploadFeature,
  objectId: number,
  place: ReturnType<typeof placer>,
): { feature: object; box: Envelope | null } {
  try {
    const own = definition.fields.slice(2).map((field, index) => {
      const source = sources[index] ?? field.name;
      return [field.name, fitValue(field, feature.properties?.[source] ?? field.defaultValue)];
    });
    const attributes = { [objectIdField]: objectId, ...Object.fromEntries(own) };
    const read = input.geometryType ? readGeoJson(feature.geometry, 'geometry') : null;
    const geometry = read && keepDimensions(place(read), input.hasZ ?? false, false);
    return {
      feature: { attributes, ...(geometry && { geometry: writeEsriGeometry(geometry) }) },
      box: geometry && envelopeOf(geometry),
    };
  } catch (error) {
    if (!(error instanceof MappingError)) throw error;
    const name = printUploadPlace(cutTexts(feature.place)) || `feature ${objectId}`;
    throw refused(`${name}: ${error.faults[0]?.message ?? error.message}`);
  }
}

function refused(message: string): MappingError {
  return new MappingError('services:invalid-upload', message, { status: 400 });
}
