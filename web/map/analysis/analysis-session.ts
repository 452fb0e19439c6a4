import Graphic from '@arcgis/core/Graphic.js';
import { watch } from '@arcgis/core/core/reactiveUtils.js';
import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type MapView from '@arcgis/core/views/MapView.js';
import {
  geometryAt,
  type PackedLayer,
  Packer,
  type TaskField,
  valueAt,
  valuesAt,
} from '../../../analysis/packed-layer.ts';
import type { AnalysisAnswer } from '../../../analysis/tasks.ts';
import type { Recipe, Shape } from '../../../wire/analysis.ts';
import { MappingError } from '../../../wire/errors.ts';
import { layerLook } from '../add/layer-look.ts';
import { maxFeatures } from '../document/sdk/read-document.ts';
import { appearanceOf } from '../layers/copy-layer.ts';
import { fieldsOf } from '../layers/layer-fields.ts';
import { featureLimit, readPages } from '../layers/read-features.ts';
import type { MapInternals } from '../map-model.ts';
import { hasFeatures } from '../sdk/layer-facts.ts';
import { findLayer } from '../sdk/layer-tree.ts';
import { sdkError } from '../sdk/sdk-error.ts';
import { selectedIn, selectIn } from '../select/selected.ts';
import { createStore } from '../../store.ts';
import type {
  AnalysisLayer,
  AnalysisOutcome,
  AnalysisResult,
  AnalysisSession,
  RunOptions,
} from './analysis.ts';
import { hostedInputs, nothingSelected, wkidOf } from './hosted-inputs.ts';
import { inWorker } from './in-worker.ts';
import { noteRecipe, recipeOf } from './recipes.ts';

/** The share of reading in the progress. */
const reading = 0.3;

/** Opens the analyses of a map (`openAnalysis`). */
export function openAnalysis({ view, source, onLeave }: MapInternals): AnalysisSession {
  const selected = selectedIn(view);
  const layers = createStore(analysable(view));
  const results = createStore(resultsIn(view, source.webMap?.data));
  const watching = watch(
    () => featureLayers(view).map(({ id, title, loaded, geometryType }) => [id, title, loaded, geometryType]),
    () => {
      layers.set(analysable(view));
      results.set(resultsIn(view, source.webMap?.data));
    },
  );
  const close = () => {
    unregister();
    watching.remove();
  };
  const unregister = onLeave(close);

  const layerOf = async (layerId: string, signal?: AbortSignal): Promise<FeatureLayer> => {
    const layer = findLayer(view, layerId)?.layer as FeatureLayer | undefined;
    if (!layer || !hasFeatures(layer))
      throw new MappingError('analysis:no-layer', 'A layer of the recipe is no longer in the map.');
    await layer.load({ signal });
    return layer;
  };
  const read = async (layerId: string, onlySelected: boolean, { signal, onProgress }: RunOptions) => {
    const layer = await layerOf(layerId, signal);
    const objectIds = onlySelected ? (selected.get().get(layerId) ?? []) : undefined;
    if (objectIds?.length === 0) throw nothingSelected();
    const fields = taskFields(layer);
    const query = { outSpatialReference: view.spatialReference };
    const packer = new Packer(layer.geometryType as Shape, fields);
    for await (const page of readPages(layer, { objectIds, query, signal })) {
      for (const { geometry, attributes } of page) {
        const values = attributes as Record<string, unknown>;
        if (geometry)
          packer.add(
            geometry as never,
            fields.map(({ name }) => values[name]),
          );
      }
      onProgress(reading * Math.min(1, packer.count / featureLimit));
    }
    return packer.finish();
  };
  const compute = async (recipe: Recipe, options: RunOptions): Promise<AnalysisAnswer> => {
    try {
      const wkid = wkidOf(view);
      const input = await read(recipe.input, recipe.onlySelected, options);
      const other = recipe.other === undefined ? undefined : await read(recipe.other, false, options);
      const onProgress = (part: number) => options.onProgress(reading + (1 - reading) * part);
      return await inWorker({ recipe, input, other, wkid }, { ...options, onProgress });
    } catch (cause) {
      options.signal.throwIfAborted();
      throw sdkError(cause, 'layer:failed');
    }
  };
  const add = async (
    recipe: Recipe,
    answer: AnalysisAnswer,
    place: (layer: FeatureLayer) => void,
    title: string,
  ): Promise<AnalysisOutcome> => {
    const layer = resultLayer(view, answer.layer, title);
    noteRecipe(layer, recipe);
    await layer.load();
    place(layer);
    const features = answer.layer.count;
    return {
      layerId: layer.id,
      features,
      repaired: answer.repaired,
      unsaved: Math.max(0, features - maxFeatures),
    };
  };

  return {
    layers,
    results,
    selected,
    fields: async (layerId) =>
      fieldsOf(await layerOf(layerId)).filter(({ isId, name }) => !isId && !ownFields.test(name)),
    async run(recipe, title, options) {
      const answer = await compute(recipe, options);
      return add(recipe, answer, (layer) => view.map?.layers.add(layer), title);
    },
    async runAgain({ layerId, title, recipe }, options) {
      const answer = await compute(recipe, options);
      const place = (layer: FeatureLayer) => {
        // It may have been moved or removed since the analysis began.
        const found = findLayer(view, layerId);
        if (!found) return void view.map?.layers.add(layer);
        const earlier = found.layer as FeatureLayer;
        const { id, opacity, visible } = earlier;
        // Its ids are those of other features.
        if (selected.get().has(layerId)) selectIn(view, earlier, []);
        // Recipes of other results, and slides, name it by its id.
        Object.assign(layer, appearanceOf(earlier), { id, opacity, visible });
        found.siblings.splice(found.siblings.indexOf(earlier), 1, layer);
      };
      return add(recipe, answer, place, title);
    },
    hostedInputs: (recipe, server, signal) =>
      hostedInputs({ view, layerOf, selected }, recipe, server, signal),
    async addHosted(address, title, recipe) {
      const layer = new FeatureLayer({ url: `${address}/0`, title, outFields: ['*'] });
      noteRecipe(layer, recipe);
      try {
        await layer.load();
      } catch (cause) {
        throw sdkError(cause, 'layer:failed');
      }
      view.map?.layers.add(layer);
    },
    close,
  };
}

function featureLayers(view: MapView): FeatureLayer[] {
  return (view.map?.allLayers.toArray() ?? []).filter(hasFeatures).toReversed() as FeatureLayer[];
}

function analysable(view: MapView): AnalysisLayer[] {
  return featureLayers(view).flatMap(({ id, title, geometryType }) =>
    geometryType && geometryType !== 'multipatch' && geometryType !== 'mesh'
      ? [{ id: String(id), title: title ?? '', shape: geometryType as Shape }]
      : [],
  );
}

function resultsIn(view: MapView, document: unknown): AnalysisResult[] {
  return featureLayers(view).flatMap((layer) => {
    const recipe = recipeOf(layer, document);
    const { title, url } = layer;
    return recipe ? [{ layerId: String(layer.id), title: title ?? '', recipe, url: url ?? undefined }] : [];
  });
}

/** Fields that only a service maintains, or that are computed from the geometry. */
const ownFields = /^(shape[_.]|st_(area|length)|globalid$)/i;
const typesOfJson: Readonly<Record<string, string>> = {
  string: 'esriFieldTypeString',
  integer: 'esriFieldTypeInteger',
  'small-integer': 'esriFieldTypeInteger',
  single: 'esriFieldTypeDouble',
  double: 'esriFieldTypeDouble',
  long: 'esriFieldTypeDouble',
  'big-integer': 'esriFieldTypeDouble',
  date: 'esriFieldTypeDate',
  'date-only': 'esriFieldTypeString',
};

function taskFields(layer: FeatureLayer): TaskField[] {
  return layer.fields.flatMap(({ name, alias, type }) => {
    const json = ownFields.test(name) ? undefined : typesOfJson[type];
    return json ? [{ name, alias: alias || name, type: json }] : [];
  });
}

/** The result as a client-side layer; counts are drawn as colours. */
function resultLayer(view: MapView, packed: PackedLayer, title: string): FeatureLayer {
  const { shape, fields, count } = packed;
  const { spatialReference } = view;
  const inMap = spatialReference.toJSON() as object;
  const idField = fields.some(({ name }) => name.toUpperCase() === 'OBJECTID') ? 'RESULT_ID' : 'OBJECTID';
  return new FeatureLayer({
    title,
    source: Array.from({ length: count }, (_none, index) => {
      const values = valuesAt(packed, index);
      return Graphic.fromJSON({
        geometry: { ...geometryAt(packed, index), spatialReference: inMap },
        attributes: {
          ...Object.fromEntries(fields.map(({ name }, field) => [name, values[field]])),
          [idField]: index + 1,
        },
      });
    }) as Graphic[],
    objectIdField: idField,
    geometryType: shape,
    spatialReference,
    fields: [
      { name: idField, type: 'oid' },
      ...fields.map(({ name, alias, type }) => ({ name, alias, type: sdkTypes[type] ?? 'string' })),
    ] as never,
    renderer: layerLook(view, shape, greatestCount(packed)) as never,
    popupTemplate: {
      title,
      content: [
        { type: 'fields', fieldInfos: fields.map(({ name, alias }) => ({ fieldName: name, label: alias })) },
      ],
    } as never,
    editingEnabled: false,
  });
}

const sdkTypes: Readonly<Record<string, string>> = {
  esriFieldTypeString: 'string',
  esriFieldTypeInteger: 'integer',
  esriFieldTypeDouble: 'double',
  esriFieldTypeDate: 'date',
};

/** The greatest count, where features are counted and differ. */
function greatestCount({ fields, columns, count }: PackedLayer): number | undefined {
  const column = columns[fields.findIndex(({ name }) => name === 'count')];
  let max = 0;
  for (let index = 0; index < count; index++) max = Math.max(max, Number(valueAt(column, index) ?? 0));
  return max > 1 && count > 1 ? max : undefined;
}
