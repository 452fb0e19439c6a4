import { quoted } from '../../wire/search-text.ts';
import { addItem, shareItem } from './change-items.ts';
import { itemPath } from './paths.ts';
import type { PortalConnection } from './portal-connection.ts';
import { portalRequest } from './portal-request.ts';
import type { PortalItem } from './portal-types.ts';
import { searchItems } from './search-items.ts';

/** Templates are items that every ArcGIS portal stores, recognised by this keyword. */
const type = 'Application Configuration';
const keyword = 'mappingPrintTemplate';
/** Templates that are offered. */
const most = 50;

/** The print templates that the user may see: own ones and those of the organisation, by title. */
export async function listPrintTemplates(
  connection: PortalConnection,
  signal: AbortSignal,
): Promise<readonly PortalItem[]> {
  const q = `type:${quoted(type)} typekeywords:${quoted(keyword)}`;
  const search = { q, num: most, sortField: 'title', sortOrder: 'asc' } as const;
  return (await searchItems(connection, search, signal)).results;
}

/** The settings of a template, as its author stored them; the reader checks them. */
export async function loadPrintTemplate(connection: PortalConnection, id: string): Promise<unknown> {
  return portalRequest<object>(connection, `${itemPath(id)}/data`, {});
}

/** Stores settings as a template. @param shared with the organisation; otherwise it is the user's own */
export async function savePrintTemplate(
  connection: PortalConnection,
  username: string,
  { title, settings, shared }: { title: string; settings: object; shared: boolean },
): Promise<void> {
  const text = JSON.stringify(settings);
  const id = await addItem(connection, username, '', { title, type, typeKeywords: [keyword], text });
  if (shared) await shareItem(connection, { id, owner: username }, { level: 'org' });
}
