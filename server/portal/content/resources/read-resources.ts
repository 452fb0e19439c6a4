import { MappingError } from '../../../../wire/errors.ts';
import { itemControl } from '../../access/item-policy.ts';
import type { Operation } from '../../operation.ts';
import { pageEnvelope, readPage, readSort } from '../../search/parameters.ts';
import { findFile } from '../files/file-store.ts';
import { sendBytes } from '../files/send-bytes.ts';
import { loadItem } from '../items/load-item.ts';
import { listResources as list, type ResourceOrder } from './resource-store.ts';

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
 * SDK requests `styles/root.json` of every vector tile item and takes any 200 for the style.
 */
export const getResource: Operation = async (call) => {
  const { context, caller, path, request, reply } = call;
  const item = await loadItem(call, 'see');
  const owner = { owner_kind: 'item-resource', owner_id: item.id } as const;
  const file = await findFile(context.database, owner, path['*'] ?? '');
  if (!file || (file.private && itemControl(caller, item) !== 'admin')) {
    void reply.status(404);
    const error = new MappingError(
      'portal:resource-not-found',
      'Resource does not exist or is inaccessible.',
      { status: 404 },
    );
    return { error: { code: error.status, message: error.message, details: [] } };
  }
  return sendBytes(request, reply, { ...file, name: file.path.split('/').at(-1) });
};
