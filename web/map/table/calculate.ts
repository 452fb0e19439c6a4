import * as arcade from '@arcgis/core/arcade.js';
import Graphic from '@arcgis/core/Graphic.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import request from '@arcgis/core/request.js';
import type Query from '@arcgis/core/rest/support/Query.js';
import { isTemporary, MappingError } from '../../../wire/errors.ts';
import { boundedExpression, wasStopped } from '../arcade/bounded-expression.ts';
import { attributeOf } from '../layers/field-statistics.ts';
import { featureLimit, readFeatures } from '../layers/read-features.ts';
import { fieldTime, shownTimeZone } from '../layers/time-zone.ts';
import { allowedEdits } from '../sdk/layer-facts.ts';
import { hadNoResponse, sdkError } from '../sdk/sdk-error.ts';
import {
  type Calculation,
  type CalculationField,
  type CalculationLanguage,
  type CalculationPreview,
  maxUndone,
  type Storable,
  storable,
} from './calculation.ts';

/** Rows of a preview. */
const shown = 5;
/** Rows per request. */
const page = 1000;

interface Calculating {
  layer: FeatureLayer;
  calculation: Calculation;
  /** Creates a query of the rows that are calculated. */
  query: () => Query;
  signal: AbortSignal;
  /** `timeZone` of the view, in which expressions read and write dates. */
  mapZone: string | undefined;
}

interface Row {
  id: number;
  before: Storable;
  after: Storable;
}

/**
 * The fields of a layer that can be calculated; none where its features cannot be edited.
 * @param mapZone `timeZone` of the view
 */
export function calculableFields(layer: FeatureLayer, mapZone?: string): CalculationField[] {
  if (!allowedEdits(layer).update) return [];
  return (layer.fields ?? [])
    .filter(
      ({ editable, name, type }) =>
        editable && name !== layer.objectIdField && name !== layer.globalIdField && type !== 'blob',
    )
    .map(({ name, alias, type }) => ({
      name,
      title: alias || name,
      ...(type === 'date' && { timeZone: shownTimeZone(layer, name, mapZone) }),
    }));
}

/** Arcade runs in the browser; SQL needs a service that calculates. */
export function languagesOf(layer: FeatureLayer): CalculationLanguage[] {
  return layer.capabilities?.query?.supportsSqlExpression === true || supportsCalculate(layer)
    ? ['sql', 'arcade']
    : ['arcade'];
}

function supportsCalculate(layer: FeatureLayer): boolean {
  return (layer.sourceJSON as { supportsCalculate?: boolean } | null | undefined)?.supportsCalculate === true;
}

/**
 * What a calculation would change.
 * @throws MappingError `calculate:bad-expression`, `calculate:bad-value`
 */
export async function previewCalculation(calculating: Calculating): Promise<CalculationPreview> {
  const { layer, query, signal } = calculating;
  const ids = await idsOf(calculating);
  const undoable = ids.length <= maxUndone;
  const rows = await rowsOf(calculating, undoable ? ids : ids.slice(0, shown));
  signal.throwIfAborted();
  return {
    rows: rows.slice(0, shown),
    total: ids.length || (await layer.queryFeatureCount(query(), { signal })),
    changes: undoable ? rows.filter(differs).length : undefined,
    undoable,
  };
}

/**
 * Calculates. Up to 5,000 rows are one edit of the layer, which can be undone; more are calculated by the service, or in
 * pages.
 * @throws MappingError `calculate:bad-expression`, `calculate:bad-value`, `calculate:refused`; `calculate:partly` with its cause
 * if some rows may already be changed
 */
export async function calculate(calculating: Calculating): Promise<void> {
  const { layer, signal } = calculating;
  const ids = await idsOf(calculating);
  let mayHaveStored = false;
  try {
    await calculateRows(calculating, ids, () => (mayHaveStored = true));
  } catch (cause) {
    if (!mayHaveStored) throw cause;
    const message = cause instanceof Error ? cause.message : '';
    throw new MappingError('calculate:partly', message, { status: 500, cause });
  } finally {
    // Rows that were stored before it was stopped show their new values, too.
    layer.refresh();
  }
  signal.throwIfAborted();
}

/** @param onStore called once rows may be stored */
async function calculateRows(
  calculating: Calculating,
  ids: readonly number[],
  onStore: () => void,
): Promise<void> {
  const { layer, calculation, signal } = calculating;
  if (ids.length > maxUndone && calculation.language === 'sql' && supportsCalculate(layer)) {
    for (const some of pagesOf(ids)) {
      await calculateByService(calculating, some).catch((cause: unknown) => {
        // Without an answer, or stopped, the service may have stored them.
        if (signal.aborted || isTemporary(sdkError(cause, 'layer:failed'))) onStore();
        throw cause;
      });
      onStore();
    }
  } else {
    if (ids.length > featureLimit)
      throw new MappingError('layer:too-large', `The layer has more than ${featureLimit} rows.`, {
        status: 413,
      });
    const pages = ids.length <= maxUndone ? [ids] : pagesOf(ids);
    for (const some of pages) {
      const rows = (await rowsOf(calculating, some)).filter(differs);
      if (rows.length === 0) continue;
      onStore();
      await storeRows(layer, calculation.field, rows);
    }
  }
}

const differs = ({ before, after }: Row) => before !== after;

async function idsOf({ layer, query, signal }: Calculating): Promise<number[]> {
  return ((await layer.queryObjectIds(query(), { signal })) ?? []) as number[];
}

function pagesOf(ids: readonly number[], size = page): number[][] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_none, index) =>
    ids.slice(index * size, (index + 1) * size),
  );
}

async function rowsOf(calculating: Calculating, ids: readonly number[]): Promise<Row[]> {
  const { layer, calculation, signal, mapZone } = calculating;
  const { field: name, language } = calculation;
  const { zone } = fieldTime(layer, mapZone);
  const field = layer.getField(name);
  if (!field || ids.length === 0) return [];
  const isArcade = language === 'arcade';
  const features = await readFeatures(layer, {
    objectIds: ids,
    query: { outFields: isArcade ? ['*'] : [layer.objectIdField, name], returnGeometry: isArcade },
    signal,
  });
  const values = isArcade ? await byArcade(calculation, features, zone) : await bySql(calculating, ids);
  return features.map((feature) => {
    const id = feature.getObjectId() as number;
    // Not a null of the expression: storing one would delete the row's value.
    if (!values.has(id))
      throw new MappingError('calculate:refused', 'The service returned no value for some rows.');
    const before = (feature.attributes as Record<string, Storable | undefined>)[name] ?? null;
    return { id, before, after: storable(values.get(id), field, zone) };
  });
}

function badExpression(cause: unknown): MappingError {
  const isEndless = wasStopped(cause);
  const reason = cause instanceof Error ? cause.message : '';
  const message = isEndless
    ? 'The expression does not end, and was stopped.'
    : `The expression isn’t valid. ${reason}`.trim();
  const code = isEndless ? 'endless' : 'invalid';
  return new MappingError('calculate:bad-expression', message, {
    status: 400,
    cause,
    faults: [{ path: '', code, message, values: { reason } }],
  });
}

async function byArcade({ expression }: Calculation, features: readonly Graphic[], timeZone: string) {
  const profile = { variables: [{ name: '$feature', type: 'feature' }] } as const;
  try {
    const executor = await arcade.createArcadeExecutor(boundedExpression(expression), profile as never);
    const values = new Map<number, unknown>();
    for (const feature of features)
      values.set(
        feature.getObjectId() as number,
        await executor.executeAsync({ $feature: feature }, { timeZone }),
      );
    return values;
  } catch (cause) {
    throw badExpression(cause);
  }
}

/** The service evaluates an expression of each row as the maximum of a group that contains only that row. */
async function bySql({ layer, calculation, signal }: Calculating, ids: readonly number[]) {
  const values = new Map<number, unknown>();
  const size = Math.min(page, layer.capabilities?.query?.maxRecordCount ?? page);
  try {
    for (const some of pagesOf(ids, size)) {
      const { features } = await layer.queryFeatures(
        {
          objectIds: some,
          groupByFieldsForStatistics: [layer.objectIdField],
          outStatistics: [
            {
              statisticType: 'max',
              onStatisticField: calculation.expression,
              outStatisticFieldName: 'calculated',
            },
          ],
        },
        { signal },
      );
      for (const { attributes } of features) {
        const id = Number((attributes as Record<string, unknown>)[layer.objectIdField]);
        values.set(id, attributeOf({ attributes }, 'calculated'));
      }
    }
  } catch (cause) {
    signal.throwIfAborted();
    // It says nothing about the expression.
    if (hadNoResponse(cause)) throw cause;
    throw badExpression(cause);
  }
  return values;
}

async function storeRows(layer: FeatureLayer, name: string, rows: readonly Row[]): Promise<void> {
  const updateFeatures = rows.map(
    ({ id, after }) => new Graphic({ attributes: { [layer.objectIdField]: id, [name]: after } }),
  );
  const { updateFeatureResults } = await layer.applyEdits({ updateFeatures });
  const refused = updateFeatureResults.find(({ error }) => error)?.error;
  if (refused)
    throw new MappingError('calculate:refused', `The service refused the new values: ${refused.message}`, {
      status: 400,
      cause: refused,
    });
}

async function calculateByService(
  { layer, calculation: { field, expression }, signal }: Calculating,
  ids: readonly number[],
): Promise<void> {
  const { data } = (await request(`${layer.url}/${layer.layerId}/calculate`, {
    method: 'post',
    query: {
      f: 'json',
      where: `${layer.objectIdField} IN (${ids.join(',')})`,
      calcExpression: JSON.stringify([{ field, sqlExpression: expression }]),
    },
    signal,
  })) as { data: { success?: boolean } };
  if (data.success === false)
    throw new MappingError('calculate:refused', 'The service refused the new values.', { status: 400 });
}
