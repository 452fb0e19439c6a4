import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createBudgets } from '../../server/platform/budgets/budgets.ts';
import type { Database } from '../../server/platform/database/connect.ts';
import { type OperationResponse, type LayerCall, sent } from '../../server/gis/feature-server/context.ts';
import type { FormFile } from '../../server/platform/http/multipart/read-form.ts';
import { Parameters } from '../../server/platform/arcgis/parameters.ts';
import { findLayer } from '../../server/gis/storage/service-store.ts';

/** The result of an operation, whichever way it was sent. */
export interface Answered {
  json: any;
  status: number;
  headers: Record<string, string>;
}

export interface CallOptions {
  path?: Record<string, string>;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  /** A file of the multipart form. */
  file?: { name: string; bytes: Uint8Array };
  /** Null: anonymous. */
  caller?: string | null;
  mayEdit?: boolean;
  now?: number;
}

/**
 * Runs operations on the layers of one service without HTTP; objects among the parameters are sent as JSON.
 */
export function createLayerCaller(database: Database, serviceName: string) {
  return async (
    layerId: number,
    operation: (call: LayerCall) => Promise<OperationResponse>,
    parameters: Record<string, unknown> = {},
    {
      path: pathParameters = {},
      method = 'POST',
      headers = {},
      file,
      caller = 'ada',
      mayEdit = true,
      now = 0,
    }: CallOptions = {},
  ): Promise<Answered> => {
    const layer = await findLayer(database, serviceName, layerId, 'root');
    if (!layer) throw new Error(`There is no layer ${layerId} of ${serviceName}.`);
    const answered: Answered = { json: undefined, status: 200, headers: {} };
    const reply = {
      status: (status: number) => ((answered.status = status), reply),
      type: (type: string) => reply.header('content-type', type),
      header: (name: string, value: string) => ((answered.headers[name] = value), reply),
      send: (body?: string | Uint8Array) => {
        const isJson = typeof body === 'string' || answered.headers['content-type']?.includes('json');
        answered.json = isJson && body !== undefined ? JSON.parse(Buffer.from(body).toString()) : body;
        return reply;
      },
    };
    const place = path.join(tmpdir(), `mapping-test-file-${randomUUID()}`);
    if (file) await writeFile(place, file.bytes);
    const files: FormFile[] = file
      ? [
          {
            field: 'attachment',
            filename: file.name,
            contentType: '',
            size: file.bytes.length,
            place,
            read: async () => Buffer.from(file.bytes),
          },
        ]
      : [];
    const answer = await operation({
      context: {
        database,
        publicUrl: 'http://127.0.0.1',
        reader: database,
        budgets: createBudgets(),
        now: () => now,
        access: async () => ({ mayRead: true, mayEdit, caller }),
        listOtherServices: async () => [],
      },
      parameters: new Parameters(
        Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, asText(value)])),
      ),
      files,
      path: pathParameters,
      service: layer.service,
      layer,
      rights: { mayRead: true, mayEdit, caller },
      request: {
        method,
        headers,
        url: '/server/rest/services/x',
        protocol: 'http',
        host: 'localhost',
      } as never,
      reply: reply as never,
    }).finally(() => rm(place, { force: true }));
    if (answer !== sent) answered.json = answer;
    return answered;
  };
}

function asText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
