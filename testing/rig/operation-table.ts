import { portalOperations } from '../../server/portal/routes.ts';
import type { ContentRig } from './content-rig.ts';
import { png } from './content-rig.ts';

/** Operations that make tokens or keep files for a while: their answers differ each time. */
const differing =
  /\/(analyze|generateToken|token|exchangeToken|signout|authorize|forgottenPassword|newPassword)$/;

const pathsBy = (wanted: 'GET' | 'POST') =>
  portalOperations.filter(({ method }) => method === wanted).map(({ path }) => path);
export const readingPaths = pathsBy('GET').filter((path) => !differing.test(path));
export const changingPaths = pathsBy('POST');

/** Values for the parameters of a path. */
export interface Places {
  item: string;
  group: string;
  folder: string;
}

/**
 * A group of grace's, a folder, and in it a web map with a picture and a resource: content for every
 * operation.
 */
export async function addPlaces(rig: ContentRig): Promise<Places> {
  const { group } = await expectMade(
    rig.call('/community/createGroup', { title: 'Every operation', access: 'org' }),
  );
  const title = `Folder ${Math.random()}`;
  const { folder } = await expectMade(rig.call('/content/users/grace/createFolder', { title }));
  const item = await rig.addMap({ title: 'Every operation' });
  const address = `/content/users/grace/items/${item}`;
  const data = `data:image/png;base64,${png.toString('base64')}`;
  await rig.call(`${address}/updateThumbnail`, { data, filename: 't.png' });
  await rig.call(`${address}/addResources`, { text: 'r', fileName: 't.png' });
  await rig.call(`${address}/move`, { folder: folder.id });
  await rig.call(`${address}/share`, { everyone: 'false', org: 'true', groups: group.id });
  return { item, group: group.id, folder: folder.id };
}

/** @throws Error with the portal's message */
async function expectMade(answer: Promise<Record<string, any>>): Promise<Record<string, any>> {
  const { error, ...made } = await answer;
  if (error) throw new Error(`The content of the test was not made: ${JSON.stringify(error)}`);
  return made;
}

/** A row's path with every parameter filled in. */
export function fillPath(path: string, { item, group, folder }: Places): string {
  if (path === '/') return '';
  const id = path.includes('groups/:id') ? group : item;
  return path
    .replace(':user', 'grace')
    .replace(':portal', 'self')
    .replace(':folder', folder)
    .replace(':invitation', 'none')
    .replace(':notification', 'none')
    .replace(':comment', 'none')
    .replace(':role', 'none')
    .replace(':session', 'none')
    .replace(':link', 'none')
    .replace(':app', 'none')
    .replace(':id', id)
    .replace('*', path.includes('/info/') ? 'thumbnail/t.png' : 't.png');
}
