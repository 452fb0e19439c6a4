import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createOperationCaller } from '../../../../testing/rig/operation-caller.ts';
import {
  anonymous,
  createPortalData,
  memberCaller,
  type PortalData,
} from '../../../../testing/rig/portal-data.ts';
import { limits } from '../../../limits.ts';
import type { Caller } from '../../caller.ts';
import type { Operation } from '../../operation.ts';
import { addItem } from '../items/create-item.ts';
import { addResources, listResources, removeResources, updateResources } from './resource-operations.ts';

const callers = {
  owner: memberCaller('grace'),
  administrator: memberCaller('ada', { role: 'org_admin' }),
  member: memberCaller('linus'),
  visitor: anonymous,
} satisfies Record<string, Caller>;

let data: PortalData;
let call: ReturnType<typeof createOperationCaller>;
beforeAll(async () => {
  data = await createPortalData();
  call = createOperationCaller(data.context);
  for (const username of ['ada', 'grace', 'linus']) await data.addUser(username);
  await addItem(data.context, 'grace', {
    id: 'map',
    type: 'Web Map',
    title: 'Map',
    access: 'public',
  } as never);
});
beforeEach(() => data.database.deleteFrom('portal_file').execute());
afterAll(() => data.stop());

const act = (operation: Operation, parameters: Record<string, string>, caller: Caller = callers.owner) =>
  call(operation, caller, { id: 'map', user: 'grace' }, parameters);
const add = (fileName: string, more: Record<string, string> = {}, caller?: Caller) =>
  act(addResources, { fileName, text: 'words', ...more }, caller);
const names = async (caller: Caller = callers.owner) =>
  (await call(listResources, caller, { id: 'map' }, { num: '100' })).resources.map(
    ({ resource }: { resource: string }) => resource,
  );

/** Fills the item by SQL, up to this many. */
async function fill(count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({
    owner_kind: 'item-resource' as const,
    owner_id: 'map',
    path: `many/${index}.txt`,
    content_type: 'text/plain',
    bytes: Buffer.from('x'),
    created_at: 1,
  }));
  await data.database.insertInto('portal_file').values(rows).execute();
}

describe('permissions', () => {
  const operations: [string, Operation, Record<string, string>][] = [
    ['addResources', addResources, { fileName: 'new.txt', text: 'x' }],
    ['updateResources', updateResources, { fileName: 'old.txt', text: 'x' }],
    ['removeResources', removeResources, { resource: 'old.txt' }],
  ];
  test.each(
    operations.flatMap((operation) =>
      (['owner', 'administrator'] as const).map((who) => [...operation, who] as const),
    ),
  )('allow %s', async (_name, operation, parameters, who) => {
    await add('old.txt');
    await expect(act(operation, parameters, callers[who])).resolves.toMatchObject({ success: true });
  });

  test.each(
    operations.flatMap((operation) =>
      (['member', 'visitor'] as const).map((who) => [...operation, who] as const),
    ),
  )('refuse %s to others, for a public item too', async (_name, operation, parameters, who) => {
    await add('old.txt');
    await expect(act(operation, parameters, callers[who])).rejects.toMatchObject({ id: 'portal:forbidden' });
    expect(await names()).toEqual(['old.txt']);
  });

  test('list private resources to users who control the item', async () => {
    await add('open.txt');
    await add('secret.txt', { access: 'private' });
    expect(await names()).toEqual(['open.txt', 'secret.txt']);
    expect(await names(callers.administrator)).toEqual(['open.txt', 'secret.txt']);
    for (const caller of [callers.member, callers.visitor]) expect(await names(caller)).toEqual(['open.txt']);
  });
});

describe('concurrent requests', () => {
  test('report an existing name to the second of two', async () => {
    const settled = await Promise.allSettled([add('a.txt', { text: 'one' }), add('a.txt', { text: 'two' })]);
    expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = settled.find((result) => result.status === 'rejected');
    expect(refused?.reason).toMatchObject({ id: 'portal:invalid-resource' });
  });

  test('never exceed the limit', async () => {
    await fill(limits.resourcesPerItem - 1);
    const settled = await Promise.allSettled(['a', 'b', 'c'].map((name) => add(`${name}.txt`)));
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(add('d.txt')).rejects.toThrow(`An item may have ${limits.resourcesPerItem} resources.`);
  });
});

test.each([
  [addResources, { fileName: 'old.txt', text: 'x' }, '“old.txt” exists already.'],
  [updateResources, { fileName: 'none.txt', text: 'x' }, '“none.txt” does not exist.'],
  [removeResources, { resource: 'none.txt' }, '“none.txt” does not exist.'],
  [removeResources, {}, 'Name the resource.'],
  [addResources, { fileName: '../up.txt', text: 'x' }, 'Specify a file name'],
  [addResources, { fileName: 'up.txt', resourcesPrefix: 'a/..', text: 'x' }, 'Specify a file name'],
  [addResources, { archive: 'true', text: 'x' }, 'Archives are not supported'],
  [addResources, { fileName: 'a.txt' }, 'Specify a file, or text and fileName.'],
])('%o with %o is rejected and changes nothing', async (operation, parameters, reason) => {
  await add('old.txt');
  await expect(act(operation, parameters as Record<string, string>)).rejects.toThrow(reason);
  expect(await names()).toEqual(['old.txt']);
});

test('removes one below a prefix, not another of its name', async () => {
  await add('a.txt');
  await add('a.txt', { resourcesPrefix: 'folder/' });
  await act(removeResources, { resource: 'a.txt', resourcesPrefix: 'folder' });
  expect(await names()).toEqual(['a.txt']);
  const all = { deleteAll: 'true', resourcesPrefix: 'folder' };
  await expect(act(removeResources, all)).rejects.toThrow('resourcesPrefix is not supported with deleteAll');
});

test('removes all at once, or one by name', async () => {
  await add('a.txt');
  await add('b.txt', { resourcesPrefix: 'folder/' });
  await act(removeResources, { resource: 'a.txt' });
  expect(await names()).toEqual(['folder/b.txt']);
  await act(removeResources, { deleteAll: 'true' });
  expect(await names()).toEqual([]);
});
