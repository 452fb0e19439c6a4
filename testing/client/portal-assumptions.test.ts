import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assumptionLines, checkAssumptions } from '../../server/platform/portal-check/check-assumptions.ts';
import { createPortalRequest } from '../../server/platform/portal-check/request.ts';
import type { RequestPortal } from '../../wire/portal-examination/request.ts';
import type { PortalStandIn } from '../fakes/arcgis/start.ts';
import {
  enterpriseOrganisation,
  enterprisePortal,
  startArcgisEnterprise,
} from '../fakes/arcgis-enterprise/start.ts';
import { startArcgisOnline } from '../fakes/arcgis-online/start.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

const ask = createPortalRequest(true);
const notHolding = async (address: string, { by = ask, token = '' } = {}) =>
  (await checkAssumptions(by, address, token)).filter(({ outcome }) => outcome !== 'holds');
const outcomes = (results: Awaited<ReturnType<typeof notHolding>>) =>
  results.map(({ outcome, found }) => `${outcome}: ${found}`);

const notOnline = 'unknown: this is not ArcGIS Online';
const open = 'unknown: visitors may look at this one';
const noFormat = 'unknown: the portal names none to visitors';

describe.each([
  {
    name: 'ArcGIS Online',
    address: 'https://harbour.maps.arcgis.com',
    start: startArcgisOnline,
    organisation: { id: 'harbourOrg000001', urlKey: 'harbour', name: 'Harbour City' },
    service: 'https://services.arcgis.com/harbourOrg000001/arcgis/rest/services/Quays/FeatureServer',
    unseen: [open, noFormat],
    unseenByMembers: [
      'unknown: the organisation gives no budgets',
      'unknown: visitors find no service of a federated server on another host',
    ],
  },
  {
    name: 'ArcGIS Enterprise',
    address: enterprisePortal,
    start: startArcgisEnterprise,
    organisation: { id: enterpriseOrganisation, urlKey: '', name: 'City' },
    service: 'https://hosting.city.test/server/rest/services/Hosted/Quays/FeatureServer',
    unseen: [notOnline, notOnline, open, noFormat, notOnline, notOnline],
    unseenByMembers: [notOnline, notOnline, notOnline],
  },
])('the stand-in for $name', ({ address, start, organisation, service, unseen, unseenByMembers }) => {
  let standIn: PortalStandIn;

  beforeAll(async () => {
    standIn = await start();
    Object.assign(process.env, standIn.environment);
    await import('../fakes/arcgis/redirect-tls.ts');
    const { content, hosted } = standIn;
    const orgId = content.addOrganisation(organisation).id;
    content.addPerson({ username: 'nora', fullName: 'Nora Berg', orgId, role: 'org_admin' });
    const { id: serviceItemId } = content.addItem({
      owner: 'nora',
      title: 'Quays',
      type: 'Feature Service',
      access: 'public',
      url: service,
    });
    hosted.push({ orgId, name: 'Quays', isPublic: true, serviceItemId, points: [[4.5, 51.9, 'Quay 1']] });
    content.addItem({ owner: 'nora', title: 'Map of quays', type: 'Web Map', access: 'public' });
  });
  afterAll(() => standIn.stop());

  test('does what is assumed', async () => {
    expect(outcomes(await notHolding(address))).toEqual(unseen);
  });

  test('does what is assumed for members', async () => {
    const { token } = standIn.tokens.issue('nora', 30);
    expect(outcomes(await notHolding(address, { token }))).toEqual([...unseen, ...unseenByMembers]);
  });

  test('is only read, and not with a token', async () => {
    standIn.requests.length = 0;
    await checkAssumptions(ask, address);
    const changing = standIn.requests.filter((line) =>
      /add|update|delete|share|publish|generate/i.test(line),
    );
    expect(changing).toEqual([]);
    expect(standIn.requests.length).toBeLessThan(35);
  });
});

describe('the embedded portal', () => {
  let server: TestServer;

  beforeAll(async () => (server = await startTestServer()));
  afterAll(() => server.stop());

  test('hides which items exist, and words its sign-in page for people', async () => {
    const results = await notHolding(`${server.url}/portal`);
    const differing = results.filter(({ outcome }) => outcome === 'differs');
    expect(differing.map(({ assumption }) => assumption)).toEqual([
      'An item that does not exist is 400 with `CONT_0001`',
      'A sign-in of an unknown application ends at the portal, with “Invalid client_id”',
    ]);
  });
});

test('another portal is reported with what it does', async () => {
  const page = { status: 200, headers: new Headers(), text: '<html>Busy</html>' };
  const self = { ...page, text: '{"isPortal":true,"portalMode":"multitenant"}' };
  const busy: RequestPortal = async (address) => (address.endsWith('/portals/self?f=json') ? self : page);
  const lines = assumptionLines(await checkAssumptions(busy, 'https://portal.example/portal'));
  expect(lines).toContain('DIFFERS     The root gives `currentVersion`: status 200, <html>Busy</html>');
  expect(lines.find((line) => line.includes('singletenant'))).toMatch(
    /^DIFFERS .*"portalMode":"multitenant"/,
  );
  expect(lines.find((line) => line.includes('rest/info'))).toMatch(
    /^not seen .*: visitors find no feature service$/,
  );
  const broken = await checkAssumptions(
    async () => Promise.reject(new Error('connection refused')),
    'https://x.example',
  ).catch(({ message }: Error) => message);
  expect(broken).toBe('connection refused');
});
