import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findCommand } from '../../server/operator/commands.ts';
import type { PortalWork } from '../../server/operator/portal.ts';
import { createPortalContext } from '../../server/portal/portal-context.ts';
import { type ArcgisOnline, startArcgisOnline } from '../fakes/arcgis-online/start.ts';
import { createTestDatabase, type TestDatabase } from '../rig/test-database.ts';

/** `npm run org -- create` and `portal`: nothing is written while something is wrong. */
let online: ArcgisOnline;
let rig: TestDatabase;
let work: PortalWork;
let group: string;
let foreignGroup: string;
const orgId = 'harbourOrg000001';
const redirect = 'https://maps.example/harbour/signed-in';

beforeAll(async () => {
  online = await startArcgisOnline();
  Object.assign(process.env, online.environment);
  await import('../fakes/arcgis/redirect-tls.ts');
  rig = await createTestDatabase();
  const { database } = rig;
  const portal = createPortalContext({ database, publicUrl: 'https://maps.example' });
  work = { database, portal, allowedPrivateHosts: true };
  const { content } = online;
  content.addOrganisation({ id: orgId, urlKey: 'harbour', name: 'Harbour City' });
  content.addOrganisation({ id: 'elsewhereOrg0001', urlKey: 'elsewhere', name: 'Elsewhere' });
  content.addPerson({ username: 'nora_harbour', fullName: 'Nora Berg', orgId, role: 'org_admin' });
  const shared = { owner: 'nora_harbour', access: 'public' as const };
  group = content.addGroup({ title: 'Administrators', orgId, ...shared }).id;
  foreignGroup = content.addGroup({ title: 'Others', orgId: 'elsewhereOrg0001', ...shared }).id;
  online.apps.push({ clientId: 'mapping-harbour', redirectUris: [redirect] });
});
afterAll(async () => {
  await online.stop();
  await rig.drop();
});
beforeEach(() => rig.database.deleteFrom('organisation').execute());

async function org(line: string[], more: Partial<PortalWork> = {}): Promise<string> {
  return (await findCommand(line)?.({ ...work, ...more })) ?? 'usage';
}
const options = (change: Record<string, string> = {}) =>
  Object.entries({
    portal: 'https://harbour.maps.arcgis.com',
    'app-id': 'mapping-harbour',
    'admin-group': group,
    ...change,
  }).flatMap(([name, value]) => [`--${name}`, value]);
const saved = async () => JSON.parse(await org(['export', 'harbour'])).portal as Record<string, string>;

describe('create with options', () => {
  test('saves a portal in which nothing is wrong', async () => {
    expect(await org(['create', 'harbour', ...options()])).toBe('Created the organisation “harbour”.');
    expect(await saved()).toMatchObject({ appId: 'mapping-harbour', adminGroupId: group });
  });

  test.each([
    ['a wrong App ID', () => ({ 'app-id': 'none' }), /no application “none”. Copy/],
    [
      'a home page',
      () => ({ portal: 'https://harbour.maps.arcgis.com/home/index.html' }),
      /address is https:\/\/harbour\.maps\.arcgis\.com: enter it/,
    ],
    ['a redirect', () => ({ portal: 'https://arcgis.com' }), /redirects. .* https:\/\/www\.arcgis\.com/],
    ['no portal', () => ({ portal: 'https://services.arcgis.com' }), /isn’t an ArcGIS portal/],
    [
      'an untrusted certificate',
      () => ({ portal: `https://127.0.0.1:${online.port}` }),
      /NODE_EXTRA_CA_CERTS/,
    ],
    [
      'a portal that this server does not reach',
      () => ({ portal: 'https://127.0.0.1:9/portal' }),
      /If browsers reach this portal[^]*use --config FILE/,
    ],
    ['a group of another organisation', () => ({ 'admin-group': foreignGroup }), /another organisation/],
  ])('writes nothing for %s, and names the cure', async (_what, change, cure) => {
    await expect(org(['create', 'harbour', ...options(change())])).rejects.toThrow(cure);
    await expect(org(['create', 'harbour', ...options(change())])).rejects.toThrow('Nothing was written.');
    expect(await org(['list'])).toContain('No organisations exist');
  });
});

test('create asks step by step, and again after each fault', async () => {
  const answers = [
    'https://harbour.maps.arcgis.com/home/index.html',
    // Takes the suggested address.
    '',
    'wrong',
    'mapping-harbour',
    foreignGroup,
    group,
  ];
  const requested: string[] = [];
  const printed: string[] = [];
  const ask = async (question: string) => {
    requested.push(question);
    return answers.shift() ?? '';
  };
  await org(['create', 'harbour'], { ask, notify: (line) => printed.push(line) });
  expect(answers).toEqual([]);
  expect(requested[1]).toContain('[https://harbour.maps.arcgis.com]');
  expect(printed).toContain(`Redirect URL: ${redirect}`);
  expect(printed.filter((line) => line.startsWith('WRONG'))).toHaveLength(3);
  expect(await saved()).toMatchObject({
    url: 'https://harbour.maps.arcgis.com',
    appId: 'mapping-harbour',
    adminGroupId: group,
  });
});

describe('portal', () => {
  beforeEach(() => org(['create', 'harbour', ...options()]));

  test('checks the portal of an organisation', async () => {
    const output = await org(['portal', 'harbour']);
    expect(output).toContain('ok     Harbour City, version');
    expect(output).toContain(`ok     Redirect address accepted: ${redirect}`);
    await expect(org(['portal', 'nowhere'])).rejects.toThrow('There is no organisation');
  });

  test('changes it when nothing is wrong', async () => {
    await expect(org(['portal', 'harbour', '--app-id', 'none'])).rejects.toThrow('no application “none”');
    expect((await saved())['appId']).toBe('mapping-harbour');
    const change = ['--portal', 'https://www.arcgis.com', '--organisation-id', orgId];
    expect(await org(['portal', 'harbour', ...change])).toBe(
      '“harbour” is at revision 2 now, with the portal https://www.arcgis.com.',
    );
    expect(await saved()).toMatchObject({ organisationId: orgId, appId: 'mapping-harbour' });
  });

  test('checks the portal of this server', async () => {
    await org(['create', 'bay', '--admin', 'olga']);
    expect(await org(['portal', 'bay'])).toMatch(/The portal of this server[^]*Administrators of bay/);
  });
});
