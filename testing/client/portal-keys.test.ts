import { getGroup, getItem, getPortal, getSelf, getUser } from '@esri/arcgis-rest-portal';
import { request } from '@esri/arcgis-rest-request';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { useContentRig } from '../rig/use-content-rig.ts';

/** The members that the types of arcgis-rest-js name are in the responses, or do not apply to this portal. */
const packages = 'node_modules/@esri';
const files = {
  portal: 'arcgis-rest-portal/dist/esm/util/get-portal.d.ts',
  helpers: 'arcgis-rest-portal/dist/esm/helpers.d.ts',
  user: 'arcgis-rest-request/dist/esm/types/user.d.ts',
  group: 'arcgis-rest-request/dist/esm/types/group.d.ts',
};

/** Members of an interface as its package declares it. */
function membersOf(file: keyof typeof files, name: string): string[] {
  const text = readFileSync(`${packages}/${files[file]}`, 'utf8');
  const [, body = ''] =
    new RegExp(`export interface ${name}\\b[^{]*\\{\\n([\\s\\S]*?)\\n\\}`).exec(text) ?? [];
  const members = [...body.matchAll(/^ {4}(\w+)\??:/gm)].map(([, member = '']) => member);
  expect(members.length).toBeGreaterThan(2);
  return members;
}

/** Members that this portal has not, and why. */
const notApplicable: Readonly<Record<string, string>> = {
  availableCredits: 'there are no credits',
  assignedCredits: 'there are no credits',
  idpUsername: 'accounts have one name, also those of an identity provider',
  cOrgId: 'there is no collaboration between portals',
  documentation: 'Esri no longer documents it; items have a description',
};

const rig = useContentRig();
let item: string;

beforeAll(async () => {
  item = await rig.addMap();
});

const missing = (members: readonly string[], answer: object) =>
  members.filter((member) => !(member in answer) && notApplicable[member] === undefined);
const own = () => ({ authentication: rig.grace });

describe('the members that clients read', () => {
  test('are in portals/self', async () => {
    const members = membersOf('portal', 'IPortal');
    expect(missing(members, await getSelf(own()))).toEqual([]);
    expect(missing(members, await getPortal(undefined, own()))).toEqual([]);
    const { user } = await getSelf(own());
    expect(missing(membersOf('user', 'IUser'), { groups: [], ...user })).toEqual([]);
  });

  test('are in community/self and community/users/{user}', async () => {
    const members = membersOf('user', 'IUser');
    expect(missing(members, await request(`${rig.portal.root}/community/self`, own()))).toEqual([]);
    expect(missing(members, await getUser({ username: 'grace', ...own() }))).toEqual([]);
  });

  test('are in items', async () => {
    const members = [...membersOf('helpers', 'IItem'), ...membersOf('helpers', 'IItemAdd')];
    expect(missing(members, await getItem(item, own()))).toEqual([]);
  });

  test('are in groups', async () => {
    const members = [...membersOf('group', 'IGroup'), ...membersOf('group', 'IGroupAdd')];
    expect(missing(members, await getGroup('team', own()))).toEqual([]);
  });
});
