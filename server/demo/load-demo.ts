import type { Vault } from '../integrations/credentials/vault.ts';
import { saveConfig, saveLogo } from '../organisations/organisation-store.ts';
import { createGroup } from '../portal/community/create-group.ts';
import { createUser } from '../portal/community/create-user.ts';
import { findGroup } from '../portal/community/group-store.ts';
import { findUser } from '../portal/community/user-store.ts';
import { readPicture } from '../portal/content/files/picture.ts';
import { addFolder } from '../portal/content/folders/create-folder.ts';
import { findFolder } from '../portal/content/folders/folder-store.ts';
import { addItem } from '../portal/content/items/create-item.ts';
import { deleteItem, findItem } from '../portal/content/items/item-store.ts';
import {
  ensureOrganisation,
  movePerson,
  nameOrganisation,
} from '../portal/organisation/portal-organisation-store.ts';
import { registerApp } from '../portal/identity/register-app.ts';
import { loadGazetteerFile } from '../services/geocode/gazetteer/load-gazetteer-file.ts';
import type { PortalContext } from '../portal/operation.ts';
import { waterBoardPortal } from './demo-services.ts';
import { loadedDemo, recordDemo } from './fact-store.ts';
import { loadCredentials } from './load-credentials.ts';
import { loadHostedLayer } from './load-hosted-layer.ts';
import { demoPeople } from './people.ts';
import { type DemoContent, type DemoItem, readDemo } from './read-demo.ts';
import { stableId } from './stable-id.ts';

const author = 'demo';

/**
 * Brings an installation to the demo content of this version: organisations, people, groups, folders, hosted layers, items.
 * Nothing happens when it is there already. What people have saved since stays as they left it.
 */
export async function loadDemo(context: PortalContext, vault?: Vault): Promise<void> {
  const demo = await readDemo(context.publicUrl);
  if ((await loadedDemo(context.database)) === demo.fingerprint) return;
  console.log('Loading the demo city (a few seconds, once) …');
  for (const gazetteer of demo.gazetteers) await loadGazetteerFile(context.database, gazetteer);
  await loadOrganisations(context);
  await loadPeople(context, demo);
  await loadGroups(context, demo);
  for (const item of demo.items) {
    await loadHostedLayer(context.database, item);
    await loadItem(context, item);
  }
  for (const { name, config, logo } of demo.organisations) {
    await saveConfig(context.database, name, config, author);
    await loadCredentials(context.database, vault, name, config, context.now());
    if (logo) await saveLogo(context.database, name, logo.contentType, logo.bytes);
  }
  for (const { name } of demo.organisations) {
    const orgId = (await context.organisations.byUrlKey(name))?.id;
    await registerApp(context, {
      clientId: `mapping-${name}`,
      ...(orgId !== undefined && { orgId }),
      title: 'Mapping',
      redirectUris: redirectUris(context.publicUrl, name),
    });
  }
  await recordDemo(context.database, demo.fingerprint);
}

/** The city is the installation's own portal organisation; the water board is one beside it. */
async function loadOrganisations({ database, portal, now }: PortalContext): Promise<void> {
  await nameOrganisation(database, portal.id, 'demo');
  await ensureOrganisation(database, { urlKey: 'esil', settings: waterBoardPortal, now: now() });
}

async function loadPeople(context: PortalContext, demo: DemoContent): Promise<void> {
  for (const { organisation, ...person } of demoPeople) {
    const portal = await context.organisations.byUrlKey(organisation);
    if (!portal) throw new Error(`The demo has no organisation ${organisation}.`);
    const existing = await findUser(context.database, person.username);
    if (!existing) await createUser({ ...context, portal }, person);
    // An installation from before organisations had people of their own.
    else if (existing.org_id !== portal.id) await movePerson(context.database, person.username, portal.id);
  }
  for (const { key, owner, title } of demo.folders) {
    const id = stableId('folder', key);
    if (!(await findFolder(context.database, owner, id))) await addFolder(context, owner, { id, title });
  }
}

async function loadGroups(context: PortalContext, demo: DemoContent): Promise<void> {
  for (const { key, ...group } of demo.groups) {
    const id = stableId('group', key);
    if (!(await findGroup(context.database, id, undefined))) await createGroup(context, { ...group, id });
  }
}

async function loadItem(context: PortalContext, item: DemoItem): Promise<void> {
  const id = stableId('item', item.key);
  const existing = await findItem(context.database, id);
  if (existing && existing.modified_at !== existing.created_at) return;
  if (existing) await deleteItem(context.database, id);
  const [west, south, east, north] = item.extent;
  await addItem(context, item.owner, {
    id,
    type: item.type,
    type_keywords: item.typeKeywords,
    title: item.title,
    snippet: item.snippet,
    description: item.description,
    tags: item.tags,
    categories: item.categories ?? [],
    access: item.access,
    groups: item.groups.map((key) => stableId('group', key)),
    folder_id: item.folder ? stableId('folder', item.folder) : null,
    url: item.url ?? null,
    access_information: item.credits,
    license_info: item.licence,
    west,
    south,
    east,
    north,
    ...(item.data && { data: item.data }),
    thumbnail: readPicture(item.thumbnail.name, item.thumbnail.bytes),
  });
}

/** People reach the laptop's server by either name; sign-in must come back to the one they used. */
function redirectUris(publicUrl: string, organisation: string): string[] {
  const origins = new Set([publicUrl, publicUrl.replace('//localhost:', '//127.0.0.1:')]);
  return [...origins].map((origin) => `${origin}/${organisation}/signed-in`);
}
