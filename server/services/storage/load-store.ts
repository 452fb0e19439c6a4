import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type Database, poolOf } from '../../database/connect.ts';
import { MappingError } from '../../../wire/errors.ts';
import { type Envelope, envelopeOf, joinEnvelopes, keepDimensions, kindOf } from '../geometry/geometry.ts';
import { cutAtAntimeridian } from '../geometry/antimeridian.ts';
import { readGeoJson } from '../geometry/geojson.ts';
import { encodeWkb } from '../geometry/wkb.ts';
import type { AttributeValue, Field } from '../layer/field.ts';
import { fitValue } from './attribute-value.ts';
import { copyRow } from './copy-row.ts';
import type { ServiceInput, SourceFeature } from './service-input.ts';
import type { DescribedLayer } from './describe-layer.ts';
import { copyInto, createIndexes, createTable, dropTable } from './layer-table-store.ts';

/** Bytes handed to COPY at a time. */
const chunkBytes = 256 * 1024;

interface Loading {
  database: Database;
  run(query: RawBuilder<unknown>): Promise<pg.QueryResult<Record<string, unknown>>>;
  client: pg.PoolClient;
  input: ServiceInput;
  now: number;
  loaded: number;
}

/** Makes and fills a service in one transaction. */
export async function loadService(
  database: Database,
  input: ServiceInput,
  layers: readonly DescribedLayer[],
): Promise<{ featureCounts: number[] }> {
  const client = await poolOf(database).connect();
  const run = (query: RawBuilder<unknown>) => {
    const { sql: text, parameters } = query.compile(database);
    return client.query<Record<string, unknown>>(text, [...parameters]);
  };
  const loading: Loading = { database, run, client, input, now: Date.now(), loaded: 0 };
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const serviceId = await insertService(loading);
    const featureCounts: number[] = [];
    for (const [layerId, layer] of layers.entries())
      featureCounts.push(await loadLayer(loading, serviceId, layerId, layer));
    await client.query('commit');
    return { featureCounts };
  } catch (error) {
    await client.query('rollback').catch((cause: Error) => {
      broken = cause;
    });
    throw error;
  } finally {
    // A connection that could not roll back is not given to anybody else.
    client.release(broken);
  }
}

async function insertService({ run, input, now }: Loading): Promise<number> {
  const existing = await run(
    sql`select id from hosted_service where lower(name) = ${input.serviceName.toLowerCase()} for update`,
  );
  const old = existing.rows[0]?.['id'] as number | undefined;
  if (old !== undefined) {
    if (!input.replace) {
      throw new MappingError('services:service-exists', `There is a service ${input.serviceName} already.`, {
        status: 409,
      });
    }
    const tables = await run(sql`select table_name from hosted_layer where service_id = ${old}`);
    for (const { table_name: table } of tables.rows) await run(dropTable(table as string));
    await run(sql`delete from hosted_service where id = ${old}`);
  }
  const { description = '', copyright = '', capabilities = 'Query', itemId = null } = input;
  const inserted =
    await run(sql`insert into hosted_service (name, item_id, description, copyright, capabilities, created_at, modified_at)
    values (${input.serviceName}, ${itemId}, ${description}, ${copyright}, ${capabilities}, ${now}, ${now}) returning id`);
  return inserted.rows[0]?.['id'] as number;
}

async function loadLayer(
  loading: Loading,
  serviceId: number,
  layerId: number,
  layer: DescribedLayer,
): Promise<number> {
  const { run, client, now } = loading;
  const { input, definition, wkid } = layer;
  const tableName = `s${serviceId}_l${layerId}`;
  await run(createTable(tableName, definition.fields));
  const state: LayerState = { objectId: 0, extent: null };
  const copy = client.query(copyFrom(copyInto(tableName, definition.fields).compile(loading.database).sql));
  await pipeline(
    Readable.from(rows(loading, layerId, layer, state), { objectMode: false, highWaterMark: chunkBytes }),
    copy,
  );
  for (const statement of createIndexes(tableName, layer.indexed)) await run(statement);
  const extent = state.extent as Envelope | null;
  await run(sql`insert into hosted_layer (service_id, layer_id, name, table_name, geometry_type, wkid, has_z, has_m, definition,
      next_objectid, feature_count, extent_xmin, extent_ymin, extent_xmax, extent_ymax, edited_at)
    values (${serviceId}, ${layerId}, ${input.name}, ${tableName}, ${input.geometryType ?? null}, ${wkid}, ${input.hasZ ?? false}, ${input.hasM ?? false},
      ${JSON.stringify(definition)}, ${state.objectId + 1}, ${state.objectId},
      ${extent?.xmin ?? null}, ${extent?.ymin ?? null}, ${extent?.xmax ?? null}, ${extent?.ymax ?? null}, ${now})`);
  loading.input.onProgress?.(loading.loaded);
  return state.objectId;
}

interface LayerState {
  objectId: number;
  extent: Envelope | null;
}

/** Features as text for COPY, some at a time. */
async function* rows(
  loading: Loading,
  layerId: number,
  layer: DescribedLayer,
  state: LayerState,
): AsyncGenerator<Buffer> {
  const { definition, sources } = layer;
  const fields = definition.fields.slice(2);
  const tracked = trackedValues(loading, definition.editorTracking !== null);
  let text = '';
  for await (const feature of layer.input.features) {
    state.objectId += 1;
    try {
      const values = fields.map((field, index) => valueOf(field, sources[index] ?? null, feature, tracked));
      const shape = shapeOf(layer, feature);
      state.extent = joinEnvelopes(state.extent, shape?.box ?? null);
      text += copyRow(state.objectId, randomUUID(), shape?.box ?? null, shape?.bytes ?? null, fields, values);
    } catch (error) {
      throw atFeature(error, layerId, state.objectId);
    }
    loading.loaded += 1;
    if (text.length < chunkBytes) continue;
    yield Buffer.from(text);
    text = '';
    loading.input.onProgress?.(loading.loaded);
  }
  if (text !== '') yield Buffer.from(text);
}

function trackedValues({ now, input }: Loading, tracks: boolean): Record<string, AttributeValue> {
  const creator = input.creator ?? null;
  return tracks ? { CreationDate: now, Creator: creator, EditDate: now, Editor: creator } : {};
}

function valueOf(
  field: Field,
  source: string | null,
  feature: SourceFeature,
  tracked: Record<string, AttributeValue>,
): AttributeValue {
  if (source === null) return tracked[field.name] ?? null;
  return fitValue(field, feature.properties?.[source] ?? field.defaultValue);
}

function shapeOf(
  { input, wkid }: DescribedLayer,
  feature: SourceFeature,
): { box: Envelope; bytes: Buffer } | null {
  if (!input.geometryType) return null;
  const geometry = readGeoJson(feature.geometry, 'geometry');
  if (!geometry) return null;
  if (geometry.kind !== kindOf(input.geometryType)) {
    throw new MappingError(
      'services:invalid-feature',
      `a ${geometry.kind} is no ${kindOf(input.geometryType)}.`,
      { status: 400 },
    );
  }
  const kept = cutAtAntimeridian(keepDimensions(geometry, input.hasZ ?? false, false), wkid);
  return { box: envelopeOf(kept), bytes: encodeWkb(kept) };
}

/** Says which feature is at fault; features count from 1. */
function atFeature(error: unknown, layerId: number, number: number): unknown {
  if (!(error instanceof MappingError)) return error;
  const detail = error.faults[0] ? `${error.faults[0].path}: ${error.faults[0].message}` : error.message;
  return new MappingError('services:invalid-feature', `Feature ${number} of layer ${layerId}: ${detail}`, {
    status: 400,
    cause: error,
  });
}
