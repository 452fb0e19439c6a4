import { z } from 'zod';
import { wholeNumber } from '../../platform/arcgis/schema.ts';
import type { Parameters } from '../../platform/arcgis/parameters.ts';
import { limits } from '../../limits.ts';
import { TooHeavy } from '../../platform/threads/too-heavy.ts';
import { clauseContextOf, type LayerCall } from '../feature-server/context.ts';
import {
  type GivenCondition,
  refuseLong,
  type RequestedSelection,
  selectFeatures,
} from '../feature-server/query/requested-features-condition.ts';
import { shapeFilter } from '../feature-server/query/spatial-filter.ts';
import { type HostedLayer, objectIdField } from '../layer/layer.ts';
import { readObjectIds } from '../storage/feature-store.ts';
import type { SpatialFilter } from '../storage/spatial-condition.ts';
import type { Condition } from '../where/syntax-tree.ts';
import { type Crs, invalidParameter, readCrs } from './crs.ts';
import { type FilterLanguage, filterLanguages, readFilter } from './filter/read-filter.ts';
import { readBox, readSpatialPredicate, splitSpatial } from './filter/spatial-predicates.ts';
import { translateCql2 } from './filter/translate-cql2.ts';
import { readDatetime } from './read-datetime.ts';

/** Features on a page unless the request says otherwise. */
export const usualLimit = 100;

/** Parameters of `/items` that are not fields of the layer. */
const known = [
  'f',
  'token',
  'limit',
  'after',
  'bbox',
  'bbox-crs',
  'crs',
  'datetime',
  'filter',
  'filter-lang',
  'filter-crs',
];

/** A request for features, read and checked. */
export interface ItemsQuery {
  selection: RequestedSelection;
  /** Whether every feature is meant. */
  isWhole: boolean;
  limit: number;
  /** Pages begin after this id. */
  after: number | undefined;
  crs: Crs;
}

const numbers = z.object({ limit: wholeNumber(1), after: wholeNumber(0) });

/**
 * Reads the parameters of `/items`.
 * @throws MappingError 400 for unknown parameters and values that do not fit
 */
export async function readItemsQuery(call: LayerCall): Promise<ItemsQuery> {
  const { parameters, layer, context } = call;
  refuseUnknown(parameters, layer);
  if (context.onLoop) refuseLong(parameters.text('filter'));
  const after = readNumber(parameters, 'after');
  const clauseContext = clauseContextOf(call);
  const filter = await readFilterParameter(call);
  const bbox = readBbox(parameters, layer);
  const given = [...readProperties(parameters, layer), ...filter.conditions];
  const datetime = parameters.text('datetime');
  const time = datetime === undefined ? undefined : readDatetime(datetime);
  const paged = after === undefined ? given : [...given, { condition: later(after), parameter: 'after' }];
  const selected = selectFeatures({ ...(time !== undefined && { time }) }, layer, clauseContext, paged);
  return {
    selection: { ...selected, space: bbox ?? filter.space, onLoop: context.onLoop ?? false },
    isWhole:
      !layer.viewDefinition?.isVolatile &&
      given.length === 0 &&
      !bbox &&
      !filter.space &&
      (time === undefined || !layer.timeInfo),
    limit: Math.min(
      readNumber(parameters, 'limit') ?? usualLimit,
      layer.maxRecordCount ?? limits.featurePage,
    ),
    after,
    crs: readCrs(parameters.text('crs'), 'crs', layer),
  };
}

/** Names of fields that are also names of parameters cannot be asked this way; a filter can. */
function refuseUnknown(parameters: Parameters, layer: HostedLayer): void {
  const names = new Set([...known, ...layer.fields.map(({ name }) => name.toLowerCase())]);
  const given = [...parameters.raw().keys(), ...parameters.blank()];
  const unknown = given.find((name) => !names.has(name));
  if (unknown !== undefined) throw invalidParameter(unknown.slice(0, 40), 'There is no such parameter.');
  const blank = [...parameters.blank()].find((name) => !known.includes(name));
  if (blank !== undefined)
    throw invalidParameter(blank, `Expected a value. Empty texts are found by filter=${blank} = ''.`);
}

function readNumber(parameters: Parameters, name: keyof typeof numbers.shape): number | undefined {
  const text = parameters.text(name);
  if (text === undefined) return undefined;
  const read = numbers.shape[name].safeParse(text);
  if (read.success) return read.data;
  throw invalidParameter(
    name,
    name === 'limit' ? 'Expected a whole number of at least 1.' : 'Expected a number.',
  );
}

function readBbox(parameters: Parameters, layer: HostedLayer): SpatialFilter | null {
  const text = parameters.text('bbox');
  const crs = readCrs(parameters.text('bbox-crs'), 'bbox-crs', layer);
  if (text === undefined) return null;
  const corners = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const envelope = readBox(corners, crs, () =>
    invalidParameter('bbox', 'Expected four or six numbers: the lower corner, then the upper one.'),
  );
  if (layer.geometryType === null) return null;
  return shapeFilter({ envelope }, crs.wkid, layer, { relation: 'intersects', pattern: undefined });
}

/** Fields as parameters: each has exactly this value. */
function readProperties(parameters: Parameters, layer: HostedLayer): GivenCondition[] {
  return layer.fields.flatMap(({ name }) => {
    if (known.includes(name.toLowerCase())) return [];
    return parameters.texts(name).map((value): GivenCondition => ({
      parameter: name,
      condition: {
        kind: 'compare',
        operator: '=',
        left: { kind: 'field', name, at: 0 },
        right: { kind: 'text', value, at: 0 },
        at: 0,
      },
    }));
  });
}

function later(objectId: number): Condition {
  return {
    kind: 'compare',
    operator: '>',
    left: { kind: 'field', name: objectIdField, at: 0 },
    right: { kind: 'number', value: objectId, at: 0 },
    at: 0,
  };
}

/** The filter as a condition, and the one spatial predicate that the index can answer. */
async function readFilterParameter(
  call: LayerCall,
): Promise<{ conditions: GivenCondition[]; space: SpatialFilter | null }> {
  const { parameters, layer, context } = call;
  const { onLoop = false, reader } = context;
  const text = parameters.text('filter');
  const language = parameters.text('filter-lang') ?? 'cql2-text';
  const crs = readCrs(parameters.text('filter-crs'), 'filter-crs', layer);
  if (!filterLanguages.some((each) => each === language))
    throw invalidParameter('filter-lang', `Expected one of ${filterLanguages.join(', ')}.`);
  if (text === undefined) return { conditions: [], space: null };
  const filter = readFilter(text, language as FilterLanguage);
  const isFree = parameters.text('bbox') === undefined;
  const { first, rest } = isFree ? splitSpatial(filter) : { first: undefined, rest: [filter] };
  const located: { ids: number[]; space: SpatialFilter }[] = [];
  const translated = rest.map((part) =>
    translateCql2(part, (predicate) => {
      const { space, negated } = readSpatialPredicate(predicate, layer, crs, onLoop);
      const leaf = { kind: 'located' as const, ids: [] as number[], at: 0 };
      located.push({ ids: leaf.ids, space });
      return negated ? { kind: 'not', operand: leaf, at: 0 } : leaf;
    }),
  );
  if (located.length > maxSpatial)
    throw invalidParameter('filter', `Expected at most ${maxSpatial} spatial predicates.`);
  // Each list of ids is as long as the layer may be.
  if (located.length > 0 && onLoop && layer.featureCount > limits.loopIds) throw new TooHeavy();
  for (const { ids, space } of located)
    for (const id of await readObjectIds(reader, layer, { conditions: [], space, onLoop })) ids.push(id);
  return {
    conditions: translated.map((condition) => ({ condition, parameter: 'filter' })),
    space: first ? readSpatialPredicate(first, layer, crs, onLoop).space : null,
  };
}

/** Spatial predicates that are answered one by one, before the filter. */
const maxSpatial = 8;
