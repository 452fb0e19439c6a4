import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setItemAccess } from '@esri/arcgis-rest-portal';
import { defaultPortalSettings } from '../../server/portal/portal-settings.ts';
import { saveProvider } from '../../server/portal/identity/provider/provider-store.ts';
import { startMailServer } from '../fakes/mail-server.ts';
import { createTreesView, type TreesView } from '../rig/trees-view.ts';

/**
 * Forty requests at once to each operation that takes files, draws, or starts work in the background: each is answered, refused with the
 * reason, or deferred with Retry-After, and others are served meanwhile.
 */
const times = 40;
let rig: TreesView;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let token: string;
let rest: string;

beforeAll(async () => {
  mail = await startMailServer();
  const secretsKey = randomBytes(32).toString('base64');
  rig = await createTreesView({ smtp: mail.smtp, trustProxy: 'loopback', secretsKey });
  rest = rig.portal.root;
  token = await rig.as('grace').authentication.getToken(rest);
  for (const layer of [0, 1]) await rig.changeLayer('Trees', layer, { isDataArchived: true });
  const capabilities = 'Create,Delete,Query,Update,Editing,Sync';
  await rig.ask(`${rig.adminOf('Trees')}/updateDefinition`, { updateDefinition: { capabilities } });
  await setItemAccess({ id: rig.sourceItem, access: 'public', ...rig.as('grace') });
  await saveProvider(rig.server.database, {
    kind: 'saml',
    orgId: defaultPortalSettings.id,
    issuer: 'https://login.town.example',
    signInUrl: 'https://login.town.example/sso',
    certificates: [],
    responseSigned: false,
    label: 'Town login',
    usernameClaim: '',
    fullNameClaim: '',
    emailClaim: '',
    roleClaim: '',
    roles: {},
    defaultRole: null,
    ownCertificate: null,
    secret: null,
    modified: 0,
  });
});
afterAll(async () => {
  await rig.stop();
  await mail.stop();
});

const rows = (bytes: number) => 'name,lon,lat\n' + 'tree,71.4,51.1\n'.repeat(bytes / 15);

function form(values: Record<string, string>, file?: string): RequestInit {
  const body = new FormData();
  for (const [name, value] of Object.entries({ f: 'json', token, ...values })) body.set(name, value);
  if (file !== undefined) body.set('file', new Blob([file]), 'trees.csv');
  return { method: 'POST', body };
}

async function begun(): Promise<string> {
  const values = { title: 'Trees', type: 'CSV', multipart: 'true', filename: 'trees.csv' };
  const response = await fetch(`${rest}/content/users/grace/addItem`, form(values));
  return ((await response.json()) as { id: string }).id;
}

interface Outcome {
  status: number;
  retryAfter: string | null;
  error: { code: number; message: string } | undefined;
}

async function outcomeOf(response: Response): Promise<Outcome> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  const { error } = (isJson ? JSON.parse(text) : {}) as Pick<Outcome, 'error'>;
  return { status: response.status, retryAfter: response.headers.get('retry-after'), error };
}

/** Done, refused with words, or “try again” with a time. */
function isAnswered({ status, retryAfter, error }: Outcome): boolean {
  if (status === 503 || status === 429) return Number(retryAfter) > 0;
  if (status >= 500) return false;
  return error === undefined || (error.code < 500 && error.message !== '') || Number(retryAfter) > 0;
}

/** Others: health, the configuration, an anonymous query, a search. */
const others = () => [
  `${rig.server.url}/health`,
  `${rest}/portals/self?f=json`,
  `${rig.source}/0/query?f=json&where=1%3D1&returnCountOnly=true`,
  `${rest}/search?f=json&q=trees`,
];

async function watchOthers(isOver: () => boolean) {
  let asked = 0;
  let slowest = 0;
  const failed: unknown[] = [];
  do {
    for (const url of others()) {
      const begin = performance.now();
      const response = await fetch(url);
      const body = (await response.json()) as { error?: unknown };
      asked += 1;
      slowest = Math.max(slowest, performance.now() - begin);
      if (!response.ok || body.error) failed.push([url, response.status, body.error]);
    }
  } while (!isOver());
  return { asked, failed, slowest: Math.round(slowest) };
}

/** `least`: how many succeed in any case. */
const operations: [name: string, least: number, prepare: () => Promise<(n: number) => Promise<Response>>][] =
  [
    [
      'parts of a file',
      // One caller's share of the places and the queue.
      22,
      async () => {
        const id = await begun();
        return (n) =>
          fetch(
            `${rest}/content/users/grace/items/${id}/addPart?partNum=${n + 1}`,
            form({ partNum: String(n + 1) }, rows(1_000_000)),
          );
      },
    ],
    [
      'commits of one file',
      1,
      async () => {
        const id = await begun();
        await fetch(
          `${rest}/content/users/grace/items/${id}/addPart?partNum=1`,
          form({ partNum: '1' }, rows(5_000_000)),
        );
        return () => fetch(`${rest}/content/users/grace/items/${id}/commit`, form({}));
      },
    ],
    [
      'features of a file',
      1,
      async () => () =>
        fetch(
          `${rest}/content/features/generate`,
          form(
            {
              filetype: 'csv',
              publishParameters: JSON.stringify({ longitudeFieldName: 'lon', latitudeFieldName: 'lat' }),
            },
            rows(30_000),
          ),
        ),
    ],
    [
      'copies in the background',
      1,
      async () => (n) =>
        fetch(
          `${rig.source}/createReplica`,
          form({ layers: '0', syncModel: 'perLayer', async: 'true', replicaName: `Copy ${n}` }),
        ),
    ],
    [
      'analyses',
      1,
      async () => (n) =>
        fetch(
          `${rest}/content/users/grace/analysis`,
          form({
            title: `Near trees ${n}`,
            input: JSON.stringify({ url: `${rig.source}/0` }),
            recipe: JSON.stringify({ tool: 'buffer', metres: 100 }),
          }),
        ),
    ],
    [
      'responses of a SAML provider',
      0,
      async () => () =>
        fetch(`${rest}/oauth2/saml/signin`, {
          ...form({ SAMLResponse: Buffer.from(`<a>${'<b/>'.repeat(2000)}</a>`).toString('base64') }),
          redirect: 'manual',
        }),
    ],
    [
      'forgotten passwords',
      times,
      async () => {
        const address = `${rest}/oauth2/forgottenPassword`;
        const page = await fetch(address);
        const cookie = page.headers.get('set-cookie')?.split(';')[0] ?? '';
        const token = /name="form_token" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
        // From an address each: one may ask a limited number of times an hour.
        return (n) =>
          fetch(address, {
            method: 'POST',
            headers: { cookie, 'x-forwarded-for': `10.1.0.${n}` },
            body: new URLSearchParams({ form_token: token, account: n % 2 ? 'grace' : `stranger${n}` }),
          });
      },
    ],
    [
      'tiles of OGC API Tiles',
      1,
      async () => {
        const root = `${rig.server.url}/server/ogc/Trees/collections/0/tiles/WebMercatorQuad`;
        // Above and below a tree at the equator, from the world to a street.
        return (n) => {
          const z = n >> 1;
          const row = Math.max(0, Math.floor(2 ** z / 2) - (n % 2));
          return fetch(`${root}/${z}/${row}/${Math.floor((190 / 360) * 2 ** z)}?f=mvt`);
        };
      },
    ],
  ];

describe.each(operations)('forty at once: %s', (name, least, prepare) => {
  test('are answered or refused, and others are served', { timeout: 240_000 }, async () => {
    const send = await prepare();
    let isOver = false;
    const watched = watchOthers(() => isOver);
    const outcomes = await Promise.all(
      Array.from({ length: times }, async (_none, n) => outcomeOf(await send(n))),
    ).finally(() => (isOver = true));
    const { asked, failed, slowest } = await watched;
    const counts = Object.groupBy(outcomes, ({ status, error }) => String(error?.code ?? status));
    const shown = Object.entries(counts).map(([code, list]) => `${list?.length} × ${code}`);
    console.log(`${name}: ${shown.join(', ')}; others: ${asked} answers, the slowest after ${slowest} ms`);
    expect(failed).toEqual([]);
    expect(asked).toBeGreaterThanOrEqual(others().length);
    expect(outcomes.filter((outcome) => !isAnswered(outcome))).toEqual([]);
    expect(outcomes.filter(({ status, error }) => status === 200 && !error).length).toBeGreaterThanOrEqual(
      least,
    );
  });
});
