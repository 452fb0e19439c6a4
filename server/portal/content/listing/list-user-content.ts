import { z } from 'zod';
import { nothing } from '../../../platform/arcgis/unsupported.ts';
import { boolean, readOperation } from '../../../platform/arcgis/schema.ts';
import { forbidden, userNotFound } from '../../access/refusals.ts';
import { mayManageContentOf, maySeeUser } from '../../access/user-policy.ts';
import { findUser } from '../../community/user-store.ts';
import type { Operation } from '../../operation.ts';
import { pageEnvelope, readPage, readSort } from '../../search/parameters.ts';
import { presentFolder } from '../folders/folder-operations.ts';
import { listFolders, loadFolder } from '../folders/folder-store.ts';
import { presentItem } from '../items/present-item.ts';
import { type ContentSortField, listUserItems } from './user-items-store.ts';

/** Besides those of `readPage` and `readSort`. */
const schema = z.object({
  folders: boolean.default(true),
  foldersContent: boolean.default(false),
  inRecycleBin: boolean.default(false),
  sortOrder: z.string().optional(),
  q: nothing('q is not supported. Use search, with owner: in q.'),
  filter: nothing('filter is not supported. Use search, with owner: in q.'),
  types: nothing('types is not supported. Use search, with owner: and type: in q.'),
});

const sortFields: Readonly<Record<string, ContentSortField>> = {
  created: 'created',
  uploaded: 'created',
  modified: 'modified',
  title: 'title',
  name: 'title',
  type: 'type',
  owner: 'owner',
  size: 'size',
  numviews: 'numviews',
  avgrating: 'avgrating',
};

/**
 * `content/users/{user}[/{folder}]`: the items in a user's root folder or in one folder, or all with
 * `foldersContent=true`; with the list of folders unless `folders=false`. By default the 10 oldest, as ArcGIS
 * portals do. Other users, except administrators, get the items visible to them and no folders.
 */
export const listUserContent: Operation = async (call) => {
  const { context, caller, parameters, path } = call;
  // Before the user is looked up: a refusal of parameters must not tell who exists.
  const input = readOperation(schema, parameters);
  const page = readPage(parameters);
  const sort = readSort(parameters, sortFields);
  const user = await findUser(context.database, path['user'] ?? '');
  if (!user) throw userNotFound();
  const own = mayManageContentOf(caller, user);
  if (path['folder'] !== undefined && !own) throw maySeeUser(caller, user) ? forbidden() : userNotFound();
  const folder = await loadFolder(context.database, user.username, path['folder']);
  const everywhere = !own || (input.foldersContent && !folder);
  // There is no recycle bin, so it is always empty.
  const { total, rows, endsAfter } = input.inRecycleBin
    ? { total: 0, rows: [], endsAfter: undefined }
    : await listUserItems(
        context.database,
        {
          owner: user.username,
          folderId: everywhere ? undefined : (folder?.id ?? null),
          ...page,
          sort: sort.length > 0 ? sort : [{ field: 'created', descending: input.sortOrder === 'desc' }],
        },
        caller,
      );
  // Does not reveal whether an invisible user exists.
  if (total === 0 && !own && !maySeeUser(caller, user)) throw userNotFound();
  const folders = own && input.folders ? await listFolders(context.database, user.username) : [];
  return {
    username: user.username,
    ...pageEnvelope(page, total, endsAfter),
    currentFolder: folder ? presentFolder(folder) : null,
    items: rows.map((row) => presentItem(row, caller)),
    folders: folders.map(presentFolder),
  };
};
