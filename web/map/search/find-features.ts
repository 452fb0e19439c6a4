import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type WebMap from '@arcgis/core/WebMap.js';
import { namingField, titleRuleOf } from '../in-view/feature-title.ts';
import { ofMoment } from '../layers/read-features.ts';
import { sqlAll, sqlLike, sqlLiteral } from '../layers/sql.ts';
import type { MapModel } from '../map-model.ts';
import { hasFeatures } from '../sdk/layer-facts.ts';
import { withTimeout } from '../../with-timeout.ts';

/** A feature whose text matches. */
export interface FoundFeature {
  layerId: string;
  layerTitle: string;
  objectId: number;
  /** The matching text. */
  title: string;
}

/** Number of hits per layer, and the timeout per layer in milliseconds: a slow one never blocks the others. */
const perLayer = 4;
const timeout = 4000;

/**
 * Features whose naming text contains the words. Searches the layers chosen by the map's author
 * (`applicationProperties.viewing.search`), else every visible layer, by its naming field.
 */
export async function findFeatures(model: MapModel, words: string): Promise<FoundFeature[]> {
  const searched = model.withInternals(({ view }) => searchable(view.map as WebMap | null | undefined));
  const answers = await Promise.all(
    searched.map((one) =>
      withTimeout(
        findIn(one, words).catch(() => []),
        timeout,
        () => [],
      ),
    ),
  );
  return answers.flat();
}

interface Searchable {
  layer: FeatureLayer;
  field: string;
  exact: boolean;
}

function searchable(map: WebMap | null | undefined): Searchable[] {
  const chosen = map?.applicationProperties?.viewing?.search;
  if (chosen?.enabled === false) return [];
  const layers = (map?.allLayers.toArray() ?? []) as FeatureLayer[];
  const byAuthor = (chosen?.layers?.toArray() ?? []).flatMap(({ id, field }) => {
    const layer = layers.find((one) => one.id === id);
    return layer && field?.name ? [{ layer, field: field.name, exact: field.exactMatch === true }] : [];
  });
  if (byAuthor.length > 0) return byAuthor;
  return layers
    .filter((layer) => layer.visible && layer.loaded && hasFeatures(layer))
    .flatMap((layer) => {
      const field = namingField(titleRuleOf(layer));
      return field ? [{ layer, field, exact: false }] : [];
    });
}

async function findIn({ layer, field, exact }: Searchable, words: string): Promise<FoundFeature[]> {
  await layer.load();
  const found = exact ? `${field} = ${sqlLiteral(words)}` : sqlLike(field, words);
  const { features } = await layer.queryFeatures({
    // Features hidden by the layer's filter are not found either.
    where: sqlAll(layer.definitionExpression, found),
    ...ofMoment(layer),
    outFields: [field, layer.objectIdField],
    returnGeometry: false,
    num: perLayer,
  });
  return features.slice(0, perLayer).map(({ attributes }) => {
    const values = attributes as Record<string, unknown>;
    return {
      layerId: layer.id,
      layerTitle: layer.title ?? '',
      objectId: Number(values[layer.objectIdField]),
      title: String(values[field] ?? ''),
    };
  });
}
