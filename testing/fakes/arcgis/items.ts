import { type Item, newId, type Person, type PortalContent } from './content.ts';
import { type Answer, type Exchange, itemNotFound, notPermitted, refuse, tokenRequired } from './exchange.ts';
import { presentItem } from './present.ts';
import { paged, searchItems, sort } from './search.ts';

/** Operations below `content`. Undefined: there is no such operation. */
export async function content(exchange: Exchange, parts: string[]): Promise<Answer | undefined> {
  const [kind, id = '', ...rest] = parts;
  if (kind === 'items') return ofItem(exchange, id, rest);
  if (kind === 'users') return ofUser(exchange, id, rest);
  if (kind === 'groups') return ofGroup(exchange, id, rest);
  return undefined;
}

function ofItem(exchange: Exchange, id: string, [operation, ...path]: string[]): Answer | undefined {
  const { content: all, person, parameters } = exchange;
  const item = all.items.get(id);
  if (!item) return itemNotFound();
  if (!all.maySee(item, person)) return notPermitted();
  if (operation === undefined) {
    const control = item.owner === person?.username ? 'admin' : all.mayChange(item, person) ? 'update' : null;
    return {
      json: {
        ...presentItem(item),
        ownerFolder: control ? item.ownerFolder : null,
        ...(person && control && { itemControl: control }),
      },
    };
  }
  if (operation === 'data') {
    // An item without data has an empty body.
    if (!item.data) return { bytes: '' };
    return { bytes: item.data.bytes, type: item.data.type };
  }
  if (operation === 'info' && path[0] === 'thumbnail') {
    if (!item.thumbnail) return { status: 404, bytes: '' };
    return { bytes: item.thumbnail.bytes, type: item.thumbnail.type };
  }
  if (operation === 'groups') {
    const groups = item.groups.map((group) => all.groups.get(group)).filter((group) => group && !group.isFav);
    const seen = groups.filter((group) => group && all.maySeeGroup(group, person));
    return { json: { admin: [], member: seen, other: [] } };
  }
  if (operation === 'resources' && path.length === 0) {
    const rows = [...item.resources].map(([resource, { bytes }]) => ({
      resource,
      created: item.modified,
      size: bytes.length,
      access: 'inherit',
      type: 'file',
    }));
    const { results, ...page } = paged(exchange, rows);
    return { json: { ...page, resources: results } };
  }
  if (operation === 'resources') {
    const found = item.resources.get(path.join('/'));
    return found
      ? { bytes: found.bytes, type: found.type }
      : refuse(400, 'Resource does not exist or is inaccessible.', 'CONT_0034');
  }
  if (operation === 'share' || operation === 'unshare') return share(exchange, item, operation);
  if (operation === 'dependencies' && path[0] === 'listDependentsTo')
    return { json: { total: 0, start: 1, num: 0, nextStart: -1, list: [] } };
  if (operation === 'relatedItems')
    return { json: { total: 0, start: 1, num: 0, nextStart: -1, relatedItems: [] } };
  if (operation === 'rating' || operation === 'addRating' || operation === 'deleteRating')
    return person
      ? { json: { success: true, itemId: id, rating: parameters.get('rating') } }
      : tokenRequired();
  return comments(exchange, item, [operation ?? '', ...path]);
}

/** https://developers.arcgis.com/rest/users-groups-and-items/item-comments/ */
function comments(exchange: Exchange, item: Item, [operation, id, act]: string[]): Answer | undefined {
  const { person, parameters, content: all } = exchange;
  if (operation === 'comments' && id === undefined) {
    const { results, ...page } = paged(exchange, item.comments.toReversed());
    return { json: { ...page, comments: results } };
  }
  if (operation !== 'addComment' && operation !== 'comments') return undefined;
  if (!person) return tokenRequired();
  const comment = parameters.get('comment') ?? '';
  if (operation === 'addComment') {
    if (all.organisations.get(item.orgId)?.commentsEnabled === false) return notPermitted();
    const parentId = parameters.get('parentId');
    const added = { id: newId(), owner: person.username, created: Date.now(), comment, parentId };
    item.comments.push(added);
    return { json: { success: true, commentId: added.id } };
  }
  const found = item.comments.find((each) => each.id === id);
  if (!found) return refuse(400, 'Comment does not exist or is inaccessible.');
  const isAuthor = found.owner === person.username;
  if (!isAuthor && !(act === 'delete' && all.mayChange(item, person))) return notPermitted();
  if (act === 'update') found.comment = comment;
  else if (act === 'delete')
    item.comments = item.comments.filter((each) => each !== found && each.parentId !== id);
  else return undefined;
  return { json: { success: true, commentId: id } };
}

function ofGroup(exchange: Exchange, id: string, [operation]: string[]): Answer | undefined {
  const { content: all, person } = exchange;
  const group = all.groups.get(id);
  if (!group || !all.maySeeGroup(group, person))
    return refuse(400, 'Group does not exist or is inaccessible.', 'COM_0003');
  if (operation === 'search') return searchItems(exchange, group);
  if (operation !== undefined) return undefined;
  const items = [...all.items.values()].filter(
    (item) => item.groups.includes(id) && all.maySee(item, person),
  );
  const { results, ...page } = paged(exchange, items.map(presentItem));
  return { json: { ...page, items: results } };
}

async function ofUser(exchange: Exchange, username: string, path: string[]): Promise<Answer | undefined> {
  const { content: all, person } = exchange;
  const owner = all.people.get(username);
  if (!owner) return refuse(400, 'User does not exist or is inaccessible.', 'COM_0018');
  if (!person) return tokenRequired();
  const administers = person.role === 'org_admin' && person.orgId === owner.orgId;
  const own = person.username === username || administers;
  const [first, second, third] = path;
  if (first === 'items' && second !== undefined) return ofOwnItem(exchange, second, third);
  if (!own) return notPermitted();
  const folder = owner.folders.find(({ id }) => id === first);
  const operation = folder ? second : first;
  if (first !== undefined && !folder && /^[0-9a-f]{32}$/.test(first))
    return refuse(400, 'Folder does not exist or is inaccessible.', 'CONT_0002');
  if (operation === undefined) return list(exchange, owner, folder?.id);
  if (operation === 'addItem') return addItem(exchange, owner, folder?.id);
  if (operation === 'createFolder') return createFolder(exchange, owner);
  if (operation === 'updateFolder' && folder) {
    folder.title = exchange.parameters.get('newTitle') ?? folder.title;
    return { json: { success: true, folder } };
  }
  if (operation === 'delete' && folder) {
    owner.folders = owner.folders.filter((each) => each !== folder);
    return { json: { success: true, folder } };
  }
  if (operation === 'deleteItems') {
    const ids = (exchange.parameters.get('items') ?? '').split(',');
    const results = ids.map((itemId) => {
      const item = all.items.get(itemId);
      const refused = item?.owner === username ? deleteItem(all, item) : itemNotFound();
      return { itemId, success: refused === undefined, ...(refused?.json as object | undefined) };
    });
    return { json: { results } };
  }
  return undefined;
}

function list(exchange: Exchange, owner: Person, folder: string | undefined): Answer {
  const { content: all, parameters } = exchange;
  const everywhere = parameters.get('foldersContent') === 'true';
  const owned = [...all.items.values()].filter(
    (item) => item.owner === owner.username && (everywhere || (item.ownerFolder ?? undefined) === folder),
  );
  const sorted = sort(owned, parameters.get('sortField'), parameters.get('sortOrder'));
  const { results, ...page } = paged(exchange, sorted.map(presentItem));
  return {
    json: {
      username: owner.username,
      ...page,
      currentFolder: folder ? owner.folders.find(({ id }) => id === folder) : null,
      items: results,
      folders: owner.folders,
    },
  };
}

function createFolder({ parameters }: Exchange, owner: Person): Answer {
  const title = parameters.get('title') ?? '';
  if (owner.folders.some((folder) => folder.title === title))
    return refuse(400, `Folder title '${title}' not available.`, 'CONT_0113');
  const folder = { id: newId(), title, username: owner.username, created: Date.now() };
  owner.folders.push(folder);
  return { json: { success: true, folder } };
}

async function addItem(exchange: Exchange, owner: Person, folder: string | undefined): Promise<Answer> {
  const { content: all, parameters, person } = exchange;
  if (!person?.privileges.includes('portal:user:createItem')) return notPermitted();
  const [title, type] = [parameters.get('title'), parameters.get('type')];
  if (!title) return refuse(400, "'title' must be specified.", 'CONT_0001');
  if (!type) return refuse(400, "Item 'type' must be specified.", 'CONT_0001');
  const item = all.addItem({ owner: owner.username, title, type, ownerFolder: folder ?? null });
  await write(exchange, item);
  return { json: { success: true, id: item.id, folder: folder ?? null } };
}

async function ofOwnItem(exchange: Exchange, id: string, operation?: string): Promise<Answer | undefined> {
  const { content: all, person, parameters, files } = exchange;
  const item = all.items.get(id);
  if (!item) return itemNotFound();
  if (!all.mayChange(item, person)) return notPermitted();
  const success = { json: { success: true, id } };
  switch (operation) {
    case undefined:
      return { json: { item: presentItem(item), sharing: { access: item.access, groups: item.groups } } };
    case 'update':
      await write(exchange, item);
      return success;
    case 'delete':
      return deleteItem(all, item) ?? { json: { success: true, itemId: id } };
    case 'updateThumbnail': {
      const file = files.get('file') ?? files.get('thumbnail');
      if (file) item.thumbnail = await pictureOf(file);
      return success;
    }
    case 'deleteThumbnail':
      delete item.thumbnail;
      return success;
    case 'share':
    case 'unshare':
      return share(exchange, item, operation);
    case 'move': {
      const folder = parameters.get('folder');
      const own = all.people.get(item.owner)?.folders ?? [];
      if (folder !== '/' && !own.some((each) => each.id === folder))
        return refuse(400, 'Folder does not exist or is inaccessible.', 'CONT_0002');
      item.ownerFolder = folder === '/' ? null : folder;
      return { json: { success: true, itemId: id, owner: item.owner, folder } };
    }
    case 'protect':
    case 'unprotect':
      item.protected = operation === 'protect';
      return { json: { success: true } };
    case 'addResources':
    case 'updateResources': {
      const file = files.get('file');
      const prefix = parameters.get('resourcesPrefix') ?? '';
      const name = `${prefix && `${prefix}/`}${parameters.get('fileName') ?? file?.name ?? ''}`;
      if (operation === 'addResources' && item.resources.has(name))
        return refuse(409, `Resource '${name}' already exists.`, 'CONT_0036');
      const bytes = file
        ? new Uint8Array(await file.arrayBuffer())
        : Buffer.from(parameters.get('text') ?? '');
      item.resources.set(name, { type: file?.type || 'application/json', bytes });
      return { json: { success: true, itemId: id, owner: item.owner, folder: item.ownerFolder } };
    }
    case 'removeResources':
      item.resources.delete(parameters.get('resource') ?? '');
      return { json: { success: true } };
    default:
      return undefined;
  }
}

/** Deletes an item with its service. Undefined: done. */
function deleteItem(all: PortalContent, { id, protected: isProtected }: Item): Answer | undefined {
  if (isProtected)
    return refuse(400, `Unable to delete item ${id}. Delete protection is turned on.`, 'CONT_0048');
  all.items.delete(id);
  for (const [key, service] of all.services) if (service.itemId === id) all.services.delete(key);
  return undefined;
}

/** Writes what a request names; an empty text clears a field only with `clearEmptyFields`. */
export async function write({ parameters, files }: Exchange, item: Item): Promise<void> {
  const clears = parameters.get('clearEmptyFields') === 'true';
  const texts = ['snippet', 'description', 'accessInformation', 'licenseInfo', 'url'] as const;
  for (const name of texts) {
    const given = parameters.get(name);
    if (given) item[name] = given;
    else if (given === '' && clears) item[name] = null;
  }
  const lists = ['tags', 'typeKeywords', 'categories'] as const;
  for (const name of lists) {
    const given = parameters.get(name);
    if (given || (given === '' && clears))
      item[name] = given
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean);
  }
  item.title = parameters.get('title') || item.title;
  const extent = parameters.get('extent');
  if (extent) {
    const [west = 0, south = 0, east = 0, north = 0] = extent.split(',').map(Number);
    item.extent = [
      [west, south],
      [east, north],
    ];
  }
  const properties = parameters.get('properties');
  if (properties) item.properties = JSON.parse(properties) as object;
  const text = parameters.get('text');
  if (text !== null) item.data = { type: 'application/json', bytes: Buffer.from(text) };
  const file = files.get('file');
  if (file) item.data = { type: file.type, bytes: new Uint8Array(await file.arrayBuffer()) };
  const thumbnail = files.get('thumbnail');
  if (thumbnail) item.thumbnail = await pictureOf(thumbnail);
  item.modified = Date.now();
}

async function pictureOf(file: File) {
  return { name: file.name, type: file.type, bytes: new Uint8Array(await file.arrayBuffer()) };
}

/** Favourites take any item one may see; other groups only what one may change. */
function share({ content: all, parameters, person }: Exchange, item: Item, operation: string): Answer {
  if (!person) return tokenRequired();
  const ids = (parameters.get('groups') ?? '').split(',').filter(Boolean);
  const mayChange = all.mayChange(item, person);
  const refused = ids.filter((id) => {
    const group = all.groups.get(id);
    return !group || (group.isFav ? group.owner !== person.username : !mayChange);
  });
  const taken = ids.filter((id) => !refused.includes(id));
  if (operation === 'unshare') {
    item.groups = item.groups.filter((id) => !taken.includes(id));
    return { json: { notUnsharedFrom: refused, itemId: item.id } };
  }
  const everyone = parameters.get('everyone');
  if (everyone !== null || parameters.has('org')) {
    if (!mayChange) return notPermitted();
    const organisation = all.organisations.get(item.orgId);
    if (everyone === 'true' && organisation?.canSharePublic === false) return notPermitted();
    item.access = everyone === 'true' ? 'public' : parameters.get('org') === 'true' ? 'org' : 'private';
  }
  item.groups = [...new Set([...item.groups, ...taken])];
  return { json: { notSharedWith: refused, itemId: item.id } };
}
