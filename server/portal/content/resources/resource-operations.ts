import { z } from 'zod';
import { boolean, readOperation } from '../../../platform/arcgis/schema.ts';
import { type Fault, MappingError } from '../../../../wire/errors.ts';
import { withoutFinalSlash } from '../../../../wire/trim-end.ts';
import { inTransaction } from '../../../platform/database/connect.ts';
import { type GivenBytes, sizeOf } from '../../../platform/database/large-bytes-store.ts';
import { limits } from '../../../limits.ts';
import { itemControl } from '../../access/item-policy.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { pageEnvelope, readPage, readSort } from '../../search/parameters.ts';
import { deleteFiles, findFile, saveFile } from '../files/file-store.ts';
import { sendBytes, sendFile } from '../files/send-bytes.ts';
import { contentTypeOf } from '../item-data/content-type.ts';
import { updateItem } from '../items/item-store.ts';
import { type LoadedItem, loadItem } from '../items/load-item.ts';
import {
  type KnownResources,
  listResources as list,
  lockResources,
  type ResourceOrder,
} from './resource-store.ts';

/** Of addResources and updateResources, besides files. */
const schema = z.object({
  text: z.string().optional(),
  fileName: z.string().optional(),
  resourcesPrefix: z.string().default(''),
  archive: boolean.refine((packed) => !packed, 'Archives are not supported. Send the files.').optional(),
  access: z.enum(['inherit', 'private'], 'Specify inherit or private.').optional(),
});

const removeSchema = z.object({
  resource: z.string().optional(),
  resourcesPrefix: schema.shape.resourcesPrefix,
  deleteAll: boolean.default(false),
});

/** `…/items/{id}/addResources`: adds new ones; an existing path is rejected. */
export const addResources: Operation = async (call) => {
  const item = await loadItem(call, 'change');
  const given = readResources(call);
  return save(call, item, given, ({ known, count }) => {
    if (known.length > 0) throw invalid('fileName', `“${known.join(', ')}” exists already.`);
    if (count + given.length > limits.resourcesPerItem) {
      throw invalid('file', `An item may have ${limits.resourcesPerItem} resources.`);
    }
  });
};

/** `…/items/{id}/updateResources`: replaces existing ones. */
export const updateResources: Operation = async (call) => {
  const item = await loadItem(call, 'change');
  const given = readResources(call);
  return save(call, item, given, ({ known }) => {
    const missing = given.map(({ path }) => path).filter((path) => !known.includes(path));
    if (missing.length > 0) throw invalid('fileName', `“${missing.join(', ')}” does not exist.`);
  });
};

/** `…/items/{id}/removeResources` with `resource`, in `resourcesPrefix` if given, or `deleteAll=true`. */
export const removeResources: Operation = async (call) => {
  const { context, parameters } = call;
  const item = await loadItem(call, 'change');
  const owner = { owner_kind: 'item-resource', owner_id: item.id } as const;
  const {
    resource: name,
    resourcesPrefix,
    deleteAll,
  } = readOperation(removeSchema, parameters, invalidResource);
  const path = name && below(resourcesPrefix, name);
  if (deleteAll && resourcesPrefix !== '')
    throw invalid(
      'resourcesPrefix',
      'resourcesPrefix is not supported with deleteAll, which removes all resources.',
    );
  if (deleteAll) await deleteFiles(context.database, owner);
  else if (path === undefined) throw invalid('resource', 'Name the resource.');
  else if ((await deleteFiles(context.database, owner, path)) === 0)
    throw invalid('resource', `“${path}” does not exist.`);
  await updateItem(context.database, item.id, { modified_at: context.now() });
  return { success: true };
};

/** @param check rejects what conflicts with the existing resources */
async function save(
  { context, parameters }: PortalCall,
  item: { id: string; owner: string; folder_id: string | null },
  given: readonly GivenResource[],
  check: (resources: KnownResources) => void,
) {
  const now = context.now();
  const { access } = readOperation(schema, parameters, invalidResource);
  await inTransaction(context.database, async (transaction) => {
    check(
      await lockResources(
        transaction,
        item.id,
        given.map(({ path }) => path),
      ),
    );
    for (const { path, contentType, bytes } of given) {
      await saveFile(transaction, {
        owner_kind: 'item-resource',
        owner_id: item.id,
        path,
        content_type: contentType,
        bytes,
        private: access && access === 'private',
        created_at: now,
      });
    }
    await updateItem(transaction, item.id, { modified_at: now });
  });
  return { success: true, itemId: item.id, owner: item.owner, folder: item.folder_id };
}

interface GivenResource {
  /** Path below `resources/`, such as `styles/root.json`. */
  path: string;
  contentType: string;
  bytes: GivenBytes;
}

/**
 * The files of addResources and updateResources: parts of any name (`file1` from the ArcGIS SDK, `file` from
 * arcgis-rest-js), or `text` with `fileName`; all below `resourcesPrefix`.
 * @throws MappingError `portal:invalid-resource`, status 400
 */
export function readResources({
  parameters,
  files,
}: Pick<PortalCall, 'parameters' | 'files'>): GivenResource[] {
  const { text, fileName, resourcesPrefix } = readOperation(schema, parameters, invalidResource);
  const only = files.length === 1 ? fileName : undefined;
  const given = files.map((file) => resource(resourcesPrefix, only ?? file.filename, file.contentType, file));
  if (text !== undefined)
    given.push(resource(resourcesPrefix, fileName ?? '', 'text/plain', Buffer.from(text)));
  if (given.length === 0) throw invalid('file', 'Specify a file, or text and fileName.');
  return given;
}

function resource(prefix: string, name: string, type: string, bytes: GivenBytes): GivenResource {
  if (sizeOf(bytes) > limits.resourceBytes) {
    throw invalid('file', `A resource may have ${limits.resourceBytes / 1_000_000} MB.`);
  }
  const path = checkResourcePath(below(prefix, name));
  return { path, contentType: contentTypeOf(path, type), bytes };
}

function below(prefix: string, name: string): string {
  return prefix ? `${withoutFinalSlash(prefix)}/${name}` : name;
}

/** @throws MappingError `portal:invalid-resource` for a path that leaves its item or cannot be part of a URL */
export function checkResourcePath(path: string): string {
  const steps = path.split('/');
  const fine = steps.every(
    (step) => step !== '' && step !== '.' && step !== '..' && !/[\\?#%\p{Cc}]/u.test(step),
  );
  if (!fine || path.length > 240)
    throw invalid('fileName', 'Specify a file name, with folders before it at most.');
  return path;
}

function invalid(path: string, message: string): MappingError {
  return invalidResource([{ path, message }]);
}

function invalidResource(faults: readonly Fault[]): MappingError {
  const message = faults.map((fault) => fault.message).join(' ');
  return new MappingError('portal:invalid-resource', `The resource cannot be used. ${message}`, {
    status: 400,
    faults,
  });
}

const sortFields: Readonly<Record<string, ResourceOrder>> = {
  resource: 'resource',
  created: 'created',
  size: 'size',
};

/** `content/items/{id}/resources`. */
export const listResources: Operation = async (call) => {
  const { context, caller, parameters } = call;
  const item = await loadItem(call, 'see');
  const page = readPage(parameters);
  const [sort] = readSort(parameters, sortFields);
  const { total, rows } = await list(context.database, item.id, {
    ...page,
    order: sort?.field ?? 'resource',
    descending: sort?.descending ?? false,
    withPrivate: itemControl(caller, item) === 'admin',
  });
  return {
    ...pageEnvelope(page, total),
    resources: rows.map((row) => ({
      resource: row.path,
      created: row.created_at,
      size: row.size,
      access: row.private ? 'private' : 'inherit',
    })),
  };
};

/**
 * `content/items/{id}/resources/{path}`: the resource's bytes. A missing one is HTTP 404 and not an error with 200, because the
 * SDK requests `styles/root.json` of every vector tile item and takes any 200 for the style. Without a style of its own the item
 * has that of its service.
 */
export const getResource: Operation = async (call) => {
  const { context, caller, path, request, reply } = call;
  const item = await loadItem(call, 'see');
  const owner = { owner_kind: 'item-resource', owner_id: item.id } as const;
  const name = path['*'] ?? '';
  const file = await findFile(context.database, owner, name);
  const style = file ? undefined : await styleOf(call, item, name);
  if (style) return sendBytes(request, reply, { ...style, name: 'root.json' });
  if (!file || (file.private && itemControl(caller, item) !== 'admin')) {
    void reply.status(404);
    const error = new MappingError(
      'portal:resource-not-found',
      'Resource does not exist or is inaccessible.',
      { status: 404 },
    );
    return { error: { code: error.status, message: error.message, details: [] } };
  }
  return sendFile({ request, reply }, context.database, { ...file, name: file.path.split('/').at(-1) });
};

async function styleOf({ context, caller }: PortalCall, { type, url }: LoadedItem, path: string) {
  if (path !== 'styles/root.json' || type !== 'Vector Tile Service' || url === null) return undefined;
  const style = await context.hosting.findStyle(url, caller);
  if (!style) return undefined;
  const bytes = Buffer.from(JSON.stringify(style));
  return { content_type: 'application/json', bytes };
}
