import { beforeAll, describe, expect, it } from 'vitest';
import { addPlaces, fillPath, type Places, readingPaths } from '../rig/operation-table.ts';
import { useContentRig } from '../rig/use-content-rig.ts';

const rig = useContentRig();
let places: Places;

beforeAll(async () => {
  places = await addPlaces(rig);
});

const callers = ['', 'linus', 'grace', 'ada'] as const;

/** Every value of a response with its name, at any depth. */
function* valuesOf(value: unknown, name = ''): Generator<[name: string, value: unknown]> {
  yield [name, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* valuesOf(inner, Array.isArray(value) ? name : key);
}

/** The named values of the responses to all callers. */
async function namedValues(path: string): Promise<[name: string, value: unknown][]> {
  const answers = await Promise.all(callers.map((caller) => ask(path, caller)));
  return answers.flatMap((answer) => [...valuesOf(answer)]);
}

const dates = ['created', 'modified', 'lastLogin', 'joined', 'received', 'expiration'];
/** Names of values, and whether a client can read one. */
const readable: Readonly<Record<string, (value: unknown) => boolean>> = {
  ...Object.fromEntries(dates.map((name) => [name, isDate])),
  thumbnail: isPicture,
  largeThumbnail: isPicture,
  access: (value) => ['private', 'shared', 'org', 'public', 'inherit'].includes(String(value)),
};

/** Epoch milliseconds; -1 is never. */
function isDate(value: unknown): boolean {
  return value === -1 || (Number.isInteger(value) && Number(value) > 1.5e12);
}

/** A path below `info`. */
function isPicture(value: unknown): boolean {
  return value === null || /^thumbnail\/[^/?#%\s]+$/.test(String(value));
}

async function ask(path: string, caller: string, parameters: Record<string, string> = {}): Promise<any> {
  const session = { '': undefined, linus: rig.linus, grace: rig.grace, ada: rig.ada }[caller];
  const query = new URLSearchParams({ f: 'json', ...parameters, ...(session && { token: session.token }) });
  const response = await fetch(`${rig.portal.root}${fillPath(path, places)}?${query}`);
  if (!response.headers.get('content-type')?.startsWith('application/json')) return null;
  const text = await response.text();
  return text === '' ? null : JSON.parse(text);
}

describe('every response', () => {
  const found = new Set<string>();

  it.each(readingPaths)(
    'of %s has dates, pictures and access levels as the ArcGIS SDK reads them',
    async (path) => {
      const named = (await namedValues(path)).filter(([name]) => readable[name]);
      for (const [name] of named) found.add(name);
      expect(named.filter(([name, value]) => !readable[name]?.(value))).toEqual([]);
    },
  );

  it('together have values of each kind', () => {
    expect([...found]).toEqual(
      expect.arrayContaining(['created', 'modified', 'joined', 'thumbnail', 'access']),
    );
  });

  it.each(readingPaths)('of %s refuses nothing that exists to an administrator', async (path) => {
    const { error } = (await ask(path, 'ada')) ?? {};
    const noExport =
      'Invalid or missing input parameters: itemId: Specify the id of the item to export. exportFormat: Specify the format of the file.';
    const noUpload =
      'No upload in parts has begun for this item, or it has expired. Begin one by addItem or update with multipart=true.';
    const noAnalysis =
      'Invalid or missing input parameters: recipe: Specify a tool and its settings. input: Specify the layer to analyse. title: Specify a title for the result.';
    const missing: Record<string, string> = {
      // This portal has no session cookie, and reports that.
      '/oauth2/platformSelf': 'OAUTH_0066',
      // Requested without an application, and without a file name.
      '/oauth2/validateAppAccess': 'Invalid client_id.',
      '/community/groups/:id/info/*': 'File does not exist.',
      '/community/links/open': 'This link has been used, taken back, or has expired. Ask for a new one.',
      '/community/users/:user/info/*': 'File does not exist.',
      // Listed as reading by its last segment; the name of the other organisation is missing.
      '/portals/:portal/trustedOrgs/offer':
        'There is no other organisation of this name on this portal. Enter the name from its address.',
      '/oauth2/apps/:app': 'CONT_0001',
      // Without metadata.
      '/portals/:portal/provider/readMetadata':
        'Invalid or missing input parameters: metadata: This is not acceptable XML. document must contain a root element.',
      '/content/users/:user/items/:id/registeredAppInfo': 'The item is not registered as an application.',
      '/content/users/:user/:folder/items/:id/registeredAppInfo':
        'The item is not registered as an application.',
      // Passkeys are added by their user only.
      '/community/users/:user/passkeys/options': 'GWM_0003',
      // Of a member; they are for their recipient only.
      '/community/users/:user/notifications': 'GWM_0003',
      '/community/users/:user/notifications/:notification': 'GWM_0003',
      // There are none.
      '/community/users/:user/invitations/:invitation': 'This invitation is gone or has expired.',
      '/content/items/:id/comments/:comment': 'Comment does not exist.',
      '/portals/:portal/roles/:role': 'This portal has no such role.',
      '/portals/:portal/roles/:role/privileges': 'This portal has no such role.',
      ...Object.fromEntries(
        ['parts', 'commit'].flatMap((each) => [
          [`/content/users/:user/items/:id/${each}`, noUpload],
          [`/content/users/:user/:folder/items/:id/${each}`, noUpload],
        ]),
      ),
      '/content/users/:user/analysis': noAnalysis,
      '/content/users/:user/:folder/analysis': noAnalysis,
      '/content/features/generate':
        'Invalid or missing input parameters: filetype: Specify the format of the file.',
      '/content/users/:user/export': noExport,
      '/content/users/:user/:folder/export': noExport,
    };
    expect(error?.messageCode ?? error?.message).toBe(missing[path]);
  });
});

describe('every list', () => {
  const lists: [path: string, name: string, usual?: number][] = [
    ['/search', 'results'],
    ['/community/groups', 'results'],
    ['/community/users', 'results'],
    ['/portals/:portal/users/search', 'results'],
    ['/portals/:portal/users', 'users'],
    ['/portals/:portal/roles', 'roles'],
    ['/portals/:portal/trustedOrgs', 'trustedOrgs'],
    ['/community/groups/:id/userlist', 'users'],
    ['/content/groups/:id', 'items'],
    ['/content/groups/:id/search', 'results'],
    ['/content/users/:user', 'items'],
    ['/content/users/:user/:folder', 'items'],
    ['/content/items/:id/comments', 'comments'],
    ['/content/items/:id/resources', 'resources'],
    ['/content/items/:id/relatedItems', 'relatedItems'],
    // Many clients read one page of these.
    ['/content/items/:id/dependencies', 'list', 100],
    ['/content/items/:id/dependencies/listDependentsTo', 'list', 100],
  ];

  it('is in this table: no other operation returns pages', async () => {
    const paged = [];
    for (const path of readingPaths) if ((await ask(path, 'ada'))?.nextStart !== undefined) paged.push(path);
    const known = new Set<string>(lists.map(([path]) => path));
    expect(paged.filter((path) => !known.has(path) && !path.endsWith('/userList'))).toEqual([]);
  });

  it.each(lists)('of %s has a page of %s that follows from the request', async (path, name, usual) => {
    const whole = await ask(path, 'ada', { num: '100' });
    expect(whole).toMatchObject({ start: 1, num: 100, nextStart: -1 });
    expect(whole[name]).toHaveLength(whole.total);
    expect(await ask(path, 'ada')).toMatchObject({ start: 1, num: usual ?? 10 });
    expect(await ask(path, 'ada', { num: '1000' })).toMatchObject({ num: 100 });

    const none = await ask(path, 'ada', { num: '0' });
    expect(none).toMatchObject({ total: whole.total, num: 0, nextStart: -1, [name]: [] });
    const behind = await ask(path, 'ada', { start: String(whole.total + 1) });
    expect(behind).toMatchObject({ total: whole.total, nextStart: -1, [name]: [] });
    expect((await ask(path, 'ada', { start: 'x' })).error).toMatchObject({ code: 400 });
    expect((await ask(path, 'ada', { num: '-1' })).error).toMatchObject({ code: 400 });
  });

  it.each(lists)('of %s read one by one returns the same %s as read at once', async (path, name) => {
    const whole = await ask(path, 'ada', { num: '100' });
    const read = [];
    for (let start = 1; start !== -1 && read.length <= whole.total;) {
      const page = await ask(path, 'ada', { start: String(start), num: '1' });
      read.push(...page[name]);
      start = page.nextStart;
    }
    expect(read).toEqual(whole[name]);
  });
});
