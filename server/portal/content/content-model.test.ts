import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOperationCaller } from '../../../testing/rig/operation-caller.ts';
import { createPortalData, memberCaller, type PortalData } from '../../../testing/rig/portal-data.ts';
import { MappingError } from '../../../wire/errors.ts';
import type { Caller } from '../caller.ts';
import { createGroup } from '../community/create-group.ts';
import { createFolder, deleteFolder, renameFolder } from './folders/folder-operations.ts';
import { addItem } from './items/add-item.ts';
import { deleteItem } from './items/delete-items.ts';
import { moveItem, protectItem, unprotectItem } from './items/change-item.ts';
import { listUserContent } from './listing/list-user-content.ts';
import { shareItem, unshareItem } from './sharing/share-item.ts';

/** Random changes by three users in their content, compared with maps that are changed alike. */

const people: Record<string, Caller> = {
  ada: memberCaller('ada', { role: 'org_admin' }),
  grace: memberCaller('grace', { groupIds: ['team', 'board'] }),
  linus: memberCaller('linus', { groupIds: ['team', 'board'] }),
};
const owners = ['grace', 'linus'] as const;
const groups = ['team', 'board'] as const;

interface Kept {
  owner: string;
  folder: string | null;
  access: string;
  groups: Set<string>;
  protected: boolean;
}
interface Model {
  /** In creation order: steps refer to the first, second … item or folder. */
  items: (Kept | undefined)[];
  folders: ({ owner: string; title: string } | undefined)[];
  itemIds: string[];
  folderIds: string[];
}

let rig: PortalData;
let call: ReturnType<typeof createOperationCaller>;
beforeAll(async () => {
  rig = await createPortalData();
  call = createOperationCaller(rig.context);
  for (const username of Object.keys(people)) await rig.addUser(username);
  // Linus manages both; in the board only its managers add items.
  await createGroup(rig.context, {
    id: 'team',
    title: 'T',
    owner: 'linus',
    access: 'private',
    members: ['grace'],
  });
  await createGroup(rig.context, {
    id: 'board',
    title: 'B',
    owner: 'linus',
    access: 'private',
    members: ['grace'],
    isViewOnly: true,
  });
});
afterAll(() => rig.stop());

const who = fc.constantFrom(...Object.keys(people));
const index = fc.nat({ max: 4 });
const owner = fc.constantFrom(...owners);
const steps = fc.oneof(
  fc.record({ do: fc.constant('add' as const), who, owner, folder: fc.option(index) }),
  fc.record({ do: fc.constant('createFolder' as const), who, owner, title: fc.constantFrom('A', 'B', 'C') }),
  fc.record({
    do: fc.constant('renameFolder' as const),
    who,
    at: index,
    title: fc.constantFrom('A', 'B', 'D'),
  }),
  fc.record({ do: fc.constant('deleteFolder' as const), who, at: index }),
  fc.record({ do: fc.constant('move' as const), who, at: index, folder: fc.option(index) }),
  fc.record({ do: fc.constant('delete' as const), who, at: index }),
  fc.record({ do: fc.constant('protect' as const), who, at: index, on: fc.boolean() }),
  fc.record({
    do: fc.constant('level' as const),
    who,
    at: index,
    level: fc.constantFrom('public', 'org', 'private'),
  }),
  fc.record({ do: fc.constant('share' as const), who, at: index, group: fc.constantFrom(...groups) }),
  fc.record({ do: fc.constant('unshare' as const), who, at: index, group: fc.constantFrom(...groups) }),
);
type Step = typeof steps extends fc.Arbitrary<infer Value> ? Value : never;

const controls = (name: string, ownerName: string) => name === 'ada' || name === ownerName;
const sees = (name: string, item: Kept) =>
  controls(name, item.owner) || item.access !== 'private' || item.groups.size > 0;
const runsGroups = (name: string) => name === 'ada' || name === 'linus';

/** Applies a step to the model. @returns whether the portal should allow it */
function act(model: Model, step: Step): boolean {
  if (step.do === 'add') {
    const folder = step.folder === null ? null : model.folders[step.folder];
    const allowed = controls(step.who, step.owner) && (folder === null || folder?.owner === step.owner);
    if (!allowed) return false;
    const place = step.folder === null ? null : (model.folderIds[step.folder] ?? null);
    model.items.push({
      owner: step.owner,
      folder: place,
      access: 'private',
      groups: new Set(),
      protected: false,
    });
    return true;
  }
  if (step.do === 'createFolder') {
    const taken = model.folders.some((folder) => folder?.owner === step.owner && folder.title === step.title);
    if (taken || !controls(step.who, step.owner)) return false;
    model.folders.push({ owner: step.owner, title: step.title });
    return true;
  }
  if (step.do === 'renameFolder' || step.do === 'deleteFolder') return actOnFolder(model, step);
  return actOnItem(model, step);
}

function actOnFolder(model: Model, step: Step & { do: 'renameFolder' | 'deleteFolder' }): boolean {
  const folder = model.folders[step.at];
  if (!folder || !controls(step.who, folder.owner)) return false;
  if (step.do === 'deleteFolder') {
    if (model.items.some((item) => item && item.folder === model.folderIds[step.at])) return false;
    model.folders[step.at] = undefined;
    return true;
  }
  const others = model.folders.filter((other) => other && other !== folder && other.owner === folder.owner);
  if (others.some((other) => other?.title === step.title)) return false;
  folder.title = step.title;
  return true;
}

function actOnItem(
  model: Model,
  step: Exclude<Step, { do: 'add' | 'createFolder' | 'renameFolder' | 'deleteFolder' }>,
): boolean {
  const item = model.items[step.at];
  if (!item) return false;
  const mine = controls(step.who, item.owner);
  switch (step.do) {
    case 'move': {
      const folder = step.folder === null ? null : model.folders[step.folder];
      if (!mine || (folder !== null && folder?.owner !== item.owner)) return false;
      item.folder = step.folder === null ? null : (model.folderIds[step.folder] ?? null);
      return true;
    }
    case 'delete':
      if (!mine || item.protected) return false;
      model.items[step.at] = undefined;
      return true;
    case 'protect':
      if (mine) item.protected = step.on;
      return mine;
    case 'level':
      if (mine) item.access = step.level;
      return mine;
    case 'share': {
      // Adding to groups is decided group by group: for users who see the item a refusal is a result, not an
      // error.
      const adds = mine && (step.group === 'team' || runsGroups(step.who));
      if (adds) item.groups.add(step.group);
      return sees(step.who, item);
    }
    case 'unshare': {
      // A group's managers see its items and no others.
      const seen = sees(step.who, item);
      if (mine || runsGroups(step.who)) item.groups.delete(step.group);
      return seen;
    }
  }
}

/** Applies the step to the portal. Unknown items and folders have unused ids. */
async function ask(model: Model, step: Step): Promise<any> {
  const caller = people[step.who] as Caller;
  const folderId = (at: number | null) => (at === null ? '/' : (model.folderIds[at] ?? 'nowhere'));
  if (step.do === 'add') {
    const folder = { folder: folderId(step.folder) };
    return call(addItem, caller, { user: step.owner }, { title: 'x', type: 'Web Map', ...folder });
  }
  if (step.do === 'createFolder')
    return call(createFolder, caller, { user: step.owner }, { title: step.title });
  if (step.do === 'renameFolder' || step.do === 'deleteFolder') {
    const path = { user: model.folders[step.at]?.owner ?? 'grace', folder: folderId(step.at) };
    return step.do === 'deleteFolder'
      ? call(deleteFolder, caller, path)
      : call(renameFolder, caller, path, { title: step.title });
  }
  const path = { id: model.itemIds[step.at] ?? 'nothing' };
  switch (step.do) {
    case 'move':
      return call(moveItem, caller, path, { folder: folderId(step.folder) });
    case 'delete':
      return call(deleteItem, caller, path);
    case 'protect':
      return call(step.on ? protectItem : unprotectItem, caller, path);
    case 'level':
      return call(shareItem, caller, path, {
        everyone: String(step.level === 'public'),
        org: String(step.level !== 'private'),
      });
    case 'share':
      return call(shareItem, caller, path, { groups: step.group });
    case 'unshare':
      return call(unshareItem, caller, path, { groups: step.group });
  }
}

async function stored(name: string) {
  const { items, folders } = await call(
    listUserContent,
    people['ada'] as Caller,
    { user: name },
    { foldersContent: 'true', num: '100' },
  );
  const shares = await rig.database.selectFrom('portal_item_group').selectAll().execute();
  return {
    folders: folders.map(({ id, title }: any) => `${id} ${title}`).sort(),
    items: Object.fromEntries(
      items.map(({ id, ownerFolder, access, protected: kept }: any) => [
        id,
        {
          folder: ownerFolder,
          access,
          protected: kept,
          groups: shares
            .filter((share) => share.item_id === id)
            .map((share) => share.group_id)
            .sort(),
        },
      ]),
    ),
  };
}

function remembered(model: Model, name: string) {
  return {
    folders: model.folders
      .flatMap((folder, at) => (folder?.owner === name ? [`${model.folderIds[at]} ${folder.title}`] : []))
      .sort(),
    items: Object.fromEntries(
      model.items.flatMap((item, at) => {
        if (item?.owner !== name) return [];
        const shared = item.access === 'private' && item.groups.size > 0;
        return [
          [
            model.itemIds[at],
            {
              folder: item.folder,
              access: shared ? 'shared' : item.access,
              protected: item.protected,
              groups: [...item.groups].sort(),
            },
          ],
        ];
      }),
    ),
  };
}

test(
  'keeps folders and content as the rules define, for any sequence of changes',
  { timeout: 90_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 25 }), async (sequence) => {
        await rig.database.deleteFrom('portal_item').execute();
        await rig.database.deleteFrom('portal_folder').execute();
        const model: Model = { items: [], folders: [], itemIds: [], folderIds: [] };
        for (const step of sequence) {
          const { response, error } = await ask(model, step).then(
            (given) => ({ response: given, error: undefined }),
            (refusal: unknown) => ({ response: undefined, error: refusal }),
          );
          // Every refusal has a message for users, and is never an unexpected error.
          expect(error === undefined || (error instanceof MappingError && error.status < 500)).toBe(true);
          const allowed = act(model, step);
          expect([JSON.stringify(step), response !== undefined]).toEqual([JSON.stringify(step), allowed]);
          if (allowed && step.do === 'add') model.itemIds.push(response.id);
          if (allowed && step.do === 'createFolder') model.folderIds.push(response.folder.id);
        }
        for (const name of owners) expect(await stored(name)).toEqual(remembered(model, name));
      }),
      { numRuns: 60 },
    );
  },
);
