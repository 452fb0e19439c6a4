import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { portalOperations } from '../../server/portal/routes.ts';
import { addPlaces, fillPath, type Places } from '../rig/operation-table.ts';
import { runs, sample } from '../rig/long.ts';
import { useContentRig } from '../rig/use-content-rig.ts';

const rig = useContentRig();

beforeAll(async () => {
  await rig.portal.addUser('someone');
});

/** Every parameter of the portal's operations, and names with a meaning in JavaScript. */
const names = (
  'f token username password client_id client_secret redirect_uri response_type grant_type code code_verifier ' +
  'code_challenge code_challenge_method refresh_token expiration state locale answer form_token serverUrl ' +
  'auth_token culture q filter num start sortField sortOrder bbox categories countFields countSize name type ' +
  'title tags typeKeywords snippet description url extent properties text data dataUrl access spatialReference ' +
  'users admins role memberType targetUsername groups everyone org items folder folderId folderName rating ' +
  'originItemId destinationItemId relationshipType direction fileName resourcesPrefix resource deleteAll ' +
  'filename thumbnail file clearEmptyFields fullName email region units isInvitationOnly isViewOnly newTitle ' +
  'targetFolderName foldersContent inRecycleBin includeResources archive relationshipTypes categorySchema ' +
  'createParameters publishParameters analyzeParameters exportParameters exportFormat itemId itemid filetype recipe input ' +
  'other wkid invitationList privileges redirect_uris appType subject message notifyAll comment parentId infoFile metadata ' +
  'checksum partNum passkey link password newPassword __proto__ constructor'
).split(' ');

const nasty = [
  "'; drop table portal_user; --",
  '" OR 1=1',
  '<script>alert(1)</script>',
  '../../../etc/passwd',
  '%00',
  '\ud800',
  '\u202e',
  '{"a":',
  '[[1,2],[3,4]]',
  '[["a"]]',
  String.raw`{"a":"\u0000","\ud800":1}`,
  String.raw`["a\u0000"]`,
  String.raw`{"categorySchema":[{"title":"a\ud800","categories":[]}]}`,
  String.raw`{"invitations":[{"username":"a","fullName":"\u0000"}]}`,
  '{}',
  'null',
  'NaN',
  '-1',
  '1e999',
  '99999999999999999999',
  'title:(((((((((((((((((',
  'modified:[* TO 9999999999999999999999]',
  'type:"Web Map" AND NOT',
  'data:image/png;base64,AAAA',
  'javascript:alert(1)',
  'http://169.254.169.254/latest/meta-data',
  'x'.repeat(3000),
  'a,'.repeat(300),
];

const values = fc.oneof(
  fc.constantFrom(...nasty),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.integer().map(String),
);
const parameters = fc
  .array(fc.tuple(fc.constantFrom(...names), values), { maxLength: 12 })
  // A NUL is rejected first, which would hide all other faults.
  .map((pairs) => pairs.map(([name, value]): [string, string] => [name, value.replaceAll('\0', '')]));
const requests = fc.record({
  parameters,
  caller: fc.constantFrom('visitor', 'stranger', 'owner', 'administrator'),
  method: fc.constantFrom('GET', 'form', 'multipart'),
});

/** Operations with results other than JSON: pages and redirects, bytes. */
const pages =
  /\/oauth2\/(approval|authorize|forgottenPassword|newPassword|signout|provider\/(authorize|callback)|saml\/signin)$/;
const bytes = /\/(data|info\/\*|resources\/\*|sp\/metadata)$/;

type HostileRequest = typeof requests extends fc.Arbitrary<infer Value> ? Value : never;

const tokens = (): Record<string, string> => ({
  stranger: rig.linus.token,
  owner: rig.grace.token,
  administrator: rig.ada.token,
});

async function send(
  address: string,
  { parameters, caller, method }: HostileRequest,
  token = tokens()[caller],
) {
  const all: [string, string][] = token
    ? [...parameters.filter(([name]) => name !== 'token'), ['token', token]]
    : parameters;
  if (method === 'GET') {
    return fetch(`${address}?${new URLSearchParams(all)}`, { redirect: 'manual' });
  }
  const form = new FormData();
  for (const [name, value] of all) form.append(name, value);
  return fetch(address, {
    method: 'POST',
    redirect: 'manual',
    body: method === 'form' ? new URLSearchParams(all) : form,
  });
}

/** What an ArcGIS client could not read in a response; empty for a valid one. */
async function faultOf(path: string, response: Response): Promise<string | undefined> {
  const type = response.headers.get('content-type') ?? '';
  const text = await response.text();
  if (/node_modules|\bat \w+ \(|select "|insert into|pg_catalog/.test(text))
    return `reveals internals: ${text}`;
  if (pages.test(path) && ([302, 303].includes(response.status) || type.startsWith('text/html')))
    return undefined;
  if (response.status !== 200) return `status ${response.status}`;
  const isJson = type.startsWith('application/json');
  if (bytes.test(path) && !isJson) return undefined;
  if (!isJson) return `type ${type}`;
  if (text === '') return undefined;
  const { error } = JSON.parse(text);
  return error && faultOfEnvelope(error, text);
}

function faultOfEnvelope({ code, message, details }: Record<string, any>, text: string): string | undefined {
  if (typeof code !== 'number' || code >= 500) return `code ${code}: ${text}`;
  if (typeof message !== 'string' || message === '') return 'no message';
  // A 403 with this word makes the SDK retry over https.
  if (/ssl/i.test(message)) return message;
  if (!Array.isArray(details) || details.some((detail) => typeof detail !== 'string')) return 'no details';
  // Binary clients do not see longer ones.
  return text.length > 750 ? `${text.length} characters` : undefined;
}

describe('JSON that the database cannot store is refused', () => {
  it.each(['\\u0000', '\\ud800'])('with %s in it', async (part) => {
    const id = await rig.addMap();
    const properties = `{"a":"${part}"}`;
    const category = `{"categorySchema":[{"title":"a${part}","categories":[]}]}`;
    for (const { error } of [
      await rig.call(`/content/users/grace/items/${id}/update`, { properties }),
      await rig.call('/community/users/grace/setProperties', { properties }),
      await rig.call('/community/groups/team/assignCategorySchema', { categorySchema: category }, 'linus'),
    ])
      expect(error.code).toBe(400);
    const body = `{"f":"json","token":"${rig.grace.token}","title":"a${part}"}`;
    const headers = { 'content-type': 'application/json' };
    const address = `${rig.portal.root}/community/createGroup`;
    const made = await fetch(address, { method: 'POST', headers, body });
    expect(((await made.json()) as any).error.code).toBe(400);
  });
});

describe('ArcGIS clients get a readable response to any request', () => {
  const ends = /signout$|revokeToken$/;
  const takesAway = /delete$|deleteItems$|reassign$|move$/;
  // Operations that end sessions, change passwords or delete users are called for other users than the
  // remaining rows use.
  const upsets =
    /\/:user\/(delete|disable|enable|reset|endSessions|sessions\/:session\/end|secondFactor\/reset)$/;

  // `hostile-requests.test.ts` sends the seeded requests of `npm run test:hostile` to every route.
  it.each(sample(portalOperations, 4).map(({ path }) => path))('%s', async (path) => {
    const target = upsets.test(path) ? path.replace(':user', 'someone') : path;
    // The session that ends here is not that of the other rows.
    const session = ends.test(path) ? await rig.portal.token('linus') : undefined;
    let places: Places = await addPlaces(rig);
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        if (takesAway.test(path)) places = await addPlaces(rig);
        const response = await send(rig.portal.root + fillPath(target, places), request, session);
        expect(await faultOf(path, response)).toBeUndefined();
      }),
      { numRuns: runs(2, 40) },
    );
  });
});
