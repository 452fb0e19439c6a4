import { setItemAccess } from '@esri/arcgis-rest-portal';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  adminLayerOperations,
  adminServiceOperations,
} from '../../server/gis/feature-server/admin/operations.ts';
import {
  isPostOnly,
  layerOperations,
  serviceOperations,
} from '../../server/gis/feature-server/operations.ts';
import { ogcLayerOperations, ogcServiceOperations } from '../../server/gis/ogc/operations.ts';
import { createTreesView, type TreesView } from '../rig/trees-view.ts';
import { filled, ofLayer, ofOgcLayer, ofOgcService, ofService } from '../rig/view-requests.ts';

/** Every operation of a view, by who may call it, and what every response has in common. */
let rig: TreesView;

beforeAll(async () => {
  rig = await createTreesView();
  const hidden = await rig.createOaks('Hidden', { visits: true });
  const open = await rig.createOaks('Open', { visits: true });
  await setItemAccess({ id: hidden.itemId, access: 'private', ...rig.as('grace') });
  await setItemAccess({ id: open.itemId, access: 'public', ...rig.as('grace') });
  const { itemId } = await rig.createOaks('ReadOnly', { visits: true });
  await rig.ask(`${rig.adminOf('ReadOnly')}/updateDefinition`, {
    updateDefinition: { capabilities: 'Query' },
  });
  await setItemAccess({ id: itemId, access: 'org', ...rig.as('grace') });
});
afterAll(() => rig.stop());

/** A request of an operation; `view` is its service. */
interface Asked {
  path: string;
  parameters: Record<string, string>;
  kind: 'rest' | 'admin' | 'ogc';
  /** Whether it changes features. */
  edits: boolean;
}

/** Of operations that change something in all services, those that do not change features. */
const withoutFeatures = /^\/(uploads|0\/append\/jobs)/;

function listed(
  kind: Asked['kind'],
  at: string,
  operations: Readonly<Record<string, readonly [string, unknown, unknown?]>>,
  requests: Record<string, Record<string, string>[]> = {},
): Asked[] {
  return Object.entries(operations).map(([path, [budget]]) => ({
    kind,
    path: at + filled(path),
    parameters: requests[path]?.[0] ?? {},
    edits: budget === 'edits' && !withoutFeatures.test(at + path),
  }));
}

const rest = [
  ...listed('rest', '', serviceOperations, ofService),
  ...listed('rest', '/0', layerOperations, ofLayer),
];
const admin = [
  ...listed('admin', '', adminServiceOperations),
  ...listed('admin', '/0', adminLayerOperations),
];
const ogc = [
  ...listed('ogc', '', ogcServiceOperations, ofOgcService),
  ...listed('ogc', '/collections/0', ogcLayerOperations, ofOgcLayer),
];

function addressOf(view: string, { kind, path }: Asked): string {
  const roots = {
    rest: rig.addressOf(view),
    admin: rig.adminOf(view),
    ogc: `${rig.server.url}/server/ogc/${view}`,
  };
  return roots[kind] + path;
}

async function ask(view: string, operation: Asked, who: string): Promise<Response> {
  const token = who === 'visitor' ? undefined : await rig.as(who).authentication.getToken(rig.portal.root);
  const form = new URLSearchParams({ f: 'json', ...operation.parameters, ...(token && { token }) });
  const address = addressOf(view, operation);
  return operation.kind === 'ogc'
    ? fetch(`${address}?${form}`)
    : fetch(address, { method: 'POST', body: form });
}

/** The code of the error, or undefined. */
async function codeOf(response: Response, { kind }: Asked): Promise<number | undefined> {
  if (kind === 'ogc') return response.ok ? undefined : response.status;
  const { error } = (await response.json()) as { error?: { code: number } };
  return error?.code;
}

describe('an operation that changes something', () => {
  const tables = [
    ['rest', '', serviceOperations],
    ['rest', '/0', layerOperations],
    ['admin', '', adminServiceOperations],
    ['admin', '/0', adminLayerOperations],
  ] as const;
  const rows = tables.flatMap(([kind, at, table]) =>
    Object.entries(table).map(([path, row]) => ({
      kind,
      path: at + filled(path),
      isPostOnly: isPostOnly(row as never),
    })),
  );
  const asks =
    /(query|extractChanges|generateRenderer|validateSQL|replicafiles|attachments|images|uploads|jobs)/;

  test('is any with a name that does not ask for something', () => {
    const reading = rows.filter(({ isPostOnly }) => !isPostOnly).map(({ path }) => path);
    const others = reading.filter((path) => !asks.test(path)).toSorted();
    expect([...new Set(others)]).toEqual([
      '',
      '/0',
      '/0/3',
      '/layers',
      '/relationships',
      '/replicas',
      '/replicas/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
      '/sources',
      '/views',
    ]);
  });

  // A map names the addresses that its readers' browsers request, with their tokens.
  test.each(rows.filter(({ isPostOnly }) => isPostOnly))(
    'is done by no address: $kind $path',
    async (row) => {
      const token = await rig.as('grace').authentication.getToken(rig.portal.root);
      const address = addressOf('Trees', { ...row, parameters: {}, edits: true });
      const response = await fetch(`${address}?f=json&where=1%3D1&token=${token}`);
      expect(await codeOf(response, { kind: row.kind } as Asked)).toBe(405);
    },
  );
});

describe('a view that is not shared', () => {
  const cells = [...rest, ...admin, ...ogc].flatMap((operation) =>
    ['visitor', 'linus', 'piet'].map((who) => ({ who, ...operation })),
  );
  test.each(cells)('is missing for $who at $kind $path', async ({ who, ...operation }) => {
    const missing = await ask('Missing', operation, who);
    const found = await ask('Hidden', operation, who);
    const expected = { rest: 499, admin: 499, ogc: 401 }[operation.kind];
    expect(await codeOf(found.clone(), operation)).toBe(who === 'visitor' ? expected : 404);
    // Without a difference to a service that does not exist.
    const bare = async (response: Response) =>
      (await response.text()).replaceAll('Hidden', 'Missing').replace(/"requestId":"[^"]*"/, '');
    expect([found.status, await bare(found)]).toEqual([missing.status, await bare(missing)]);
  });
});

describe('a view that is shared to be read', () => {
  // Owners may append, and put features back, whatever the capabilities are, which limit others.
  const byOwner = ['/append', '/0/append', '/0/restore'];
  const edits = rest.filter(({ edits, path }) => edits && !byOwner.includes(path));
  test.each(edits)('accepts no edit at $path, not of its owner either', async (operation) => {
    for (const who of ['linus', 'grace', 'ada'])
      expect([who, await codeOf(await ask('ReadOnly', operation, who), operation)]).toEqual([who, 400]);
    expect(await codeOf(await ask('ReadOnly', operation, 'visitor'), operation)).toBe(499);
  });

  test.each(rest.filter(({ path }) => byOwner.includes(path)))(
    'accepts nothing of others at $path',
    async (operation) => {
      expect([400, 403]).toContain(await codeOf(await ask('ReadOnly', operation, 'linus'), operation));
      expect(await codeOf(await ask('ReadOnly', operation, 'visitor'), operation)).toBe(499);
    },
  );

  test.each(admin)('is changed at $path by its owner and administrators only', async (operation) => {
    for (const [who, code] of [
      ['visitor', 499],
      ['linus', 403],
      ['piet', 403],
    ] as const)
      expect([who, await codeOf(await ask('Open', operation, who), operation)]).toEqual([who, code]);
  });

  test('does not share its source', async () => {
    for (const operation of rest) {
      const code = await codeOf(await ask('Trees', operation, 'linus'), operation);
      expect([operation.path, code]).toEqual([operation.path, 404]);
    }
  });
});

describe('an owner whose role may no longer publish', () => {
  const change = (path: string, given: object, who: string) => {
    const parameters = { [path.slice(1)]: JSON.stringify(given) };
    return ask('Trees', { path, parameters, kind: 'admin', edits: false }, who);
  };
  const addLayer = async (name: string, who: string) => {
    const fields = [{ name: 'kind', type: 'esriFieldTypeString' }];
    const response = await change('/addToDefinition', { tables: [{ name, fields }] }, who);
    return (await response.json()) as { success?: boolean; error?: object };
  };
  const setRole = (role: 'org_user' | 'org_publisher') =>
    rig.server.database.updateTable('portal_user').set({ role }).where('username', '=', 'grace').execute();

  test('adds no layers, unlike administrators, and changes and relates those that there are', async () => {
    onTestFinished(async () => {
      await setRole('org_publisher');
    });
    const added = (await addLayer('While publisher', 'grace')) as { tables: { id: number }[] };
    const table = added.tables[0]?.id;
    await setRole('org_user');
    expect((await addLayer('Afterwards', 'grace')).error).toMatchObject({
      code: 403,
      message: expect.stringContaining('privilege to publish'),
    });
    expect(await addLayer('By an administrator', 'ada')).toMatchObject({ success: true });
    const description = await change('/updateDefinition', { description: 'Trees' }, 'grace');
    expect(await description.json()).toMatchObject({ success: true });
    const relationship = {
      id: 9,
      name: 'Trees of a kind',
      cardinality: 'esriRelCardinalityManyToMany',
      keyField: 'kind',
    };
    const sides = {
      layers: [
        { id: 0, relationships: [{ ...relationship, role: 'esriRelRoleOrigin', relatedTableId: table }] },
      ],
      tables: [
        {
          id: table,
          relationships: [{ ...relationship, role: 'esriRelRoleDestination', relatedTableId: 0 }],
        },
      ],
    };
    expect(await (await change('/addToDefinition', sides, 'grace')).json()).toMatchObject({ success: true });
    const both = { ...sides, tables: [...sides.tables, { name: 'Another', fields: [] }] };
    expect((await (await change('/addToDefinition', both, 'grace')).json()).error).toMatchObject({
      code: 403,
    });
  });
});

describe('every response of OGC API – Features and Tiles', () => {
  test.each(ogc)('to $path is JSON with absolute links and dates as text', async (operation) => {
    const shown = { ...operation, path: operation.path.replace('/items/3', '/items/1') };
    const response = await ask('Open', shown, 'visitor');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^application\/([\w.+-]*\+)?json/);
    const links: string[] = [];
    const dates: unknown[] = [];
    JSON.stringify(await response.json(), (name, value) => {
      if (name === 'href') links.push(value);
      if (['timeStamp', 'seen', 'CreationDate', 'EditDate'].includes(name) && typeof value !== 'object')
        dates.push(value);
      return value;
    });
    expect(
      links.filter(
        (href) => !href.startsWith(rig.server.url) && !/^https?:\/\/(www\.)?opengis\.net\//.test(href),
      ),
    ).toEqual([]);
    expect(dates.filter((date) => !/^\d{4}-\d\d-\d\dT.*Z$/.test(String(date)))).toEqual([]);
  });

  test.each(ogc)('to $path is a problem for a parameter that does not exist', async (operation) => {
    const response = await ask('Open', { ...operation, parameters: { nonsense: '1' } }, 'visitor');
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect(await response.json()).toMatchObject({ status: 400 });
  });

  test('lists addresses that exist: every link is answered', async () => {
    const seen = new Set<string>();
    const queue = [`${rig.server.url}/server/ogc/Open?f=json`];
    for (let href = queue.shift(); href !== undefined; href = queue.shift()) {
      if (seen.has(href) || !href.startsWith(`${rig.server.url}/server/ogc`)) continue;
      seen.add(href);
      const response = await fetch(href);
      expect([href, response.status]).toEqual([href, 200]);
      if (!response.headers.get('content-type')?.includes('json')) continue;
      JSON.stringify(await response.json(), (name, value) => {
        if (name === 'href' && typeof value === 'string')
          queue.push(value.replace(/\{(tileMatrix|tileRow|tileCol)\}/g, '0'));
        return value;
      });
    }
    expect(seen.size).toBeGreaterThan(15);
  });
});
