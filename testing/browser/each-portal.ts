import type { APIRequestContext, Browser, LaunchOptions, Page, TestDetails } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { type DemoMaps, embeddedMaps, standInMaps } from './demo-maps.ts';
import { startEmbeddedSite } from './embedded-site.ts';
import type { Administration } from './integration-steps.ts';
import { people, type PortalSite, signInAt, startPortalSite } from './portal-sites.ts';
import { expectMapDrawn, recordFaults, test as base, tokenOf } from './steps.ts';

const all = ['embedded portal', 'ArcGIS Online', 'ArcGIS Enterprise'] as const;
type Portal = (typeof all)[number];

/** A journey's portal, with the maps of the demo city. */
export interface JourneySite extends PortalSite {
  portal: Portal;
  maps: DemoMaps;
  /** Opens a map of the demo city, and waits until it is drawn; `more` follows its address, such as `#tool=charts`. */
  openMap(page: Page, title: string, more?: string): Promise<void>;
  /** Gives a page's browser the session of a person, before its first navigation. */
  arrive(page: Page, person: 'member' | 'administrator'): Promise<void>;
  /** The organisation for its administrator. */
  administration(): Promise<Administration>;
}

/** Sites of the worker: each starts when a test first needs it, and is used by all tests after that. */
interface Sites {
  of(portal: Portal, baseURL: string): Promise<JourneySite>;
}

/**
 * The test function of journeys that run on every portal: `page` is a page of the portal’s site. Started by `onEachPortal`.
 */
export const test = base.extend<{ portal: Portal; site: JourneySite }, { sites: Sites }>({
  portal: ['embedded portal', { option: true }],
  sites: [
    async ({ playwright, browser, launchOptions }, use) => {
      const started = new Map<Portal, Promise<JourneySite>>();
      await use({
        of(portal, baseURL) {
          const site =
            started.get(portal) ??
            startSite(portal, {
              browser,
              launchOptions,
              baseURL,
              request: (origin) => playwright.request.newContext({ baseURL: origin }),
            });
          started.set(portal, site);
          return site;
        },
      });
      for (const site of started.values()) await (await site).stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // Starting a server takes longer than a test may.
  site: [
    async ({ sites, portal, baseURL }, use) => use(await sites.of(portal, baseURL ?? '')),
    { timeout: 300_000 },
  ],
  page: async ({ portal, site, page, faults, quiet }, use) => {
    if (portal === 'embedded portal') return use(page);
    const own = await site.openPage((context) => recordFaults(context, faults, quiet));
    await use(own);
    // What the page was loading fails as it closes: its map may have just opened again.
    const found = faults.length;
    await own.context().close();
    faults.splice(found);
  },
});

/**
 * Runs the same journeys on the embedded portal and on the stand-ins of Esri’s portals: there they are long, unless `main` says
 * otherwise.
 */
export function onEachPortal(
  journeys: (portal: Portal, tags: { long: TestDetails; main: TestDetails }) => void,
  { portals = all }: { portals?: readonly Portal[] } = {},
): void {
  const long = { tag: '@long' };
  for (const portal of portals)
    test.describe(`on the ${portal}`, () => {
      test.use({ portal });
      // They run with much else in the long run, and maps are drawn in software: a busy machine takes minutes.
      if (portal !== 'embedded portal') test.setTimeout(600_000);
      journeys(portal, { long, main: portal === 'embedded portal' ? {} : long });
    });
}

async function startSite(
  portal: Portal,
  given: {
    browser: Browser;
    launchOptions: LaunchOptions;
    baseURL: string;
    request: (origin: string) => Promise<APIRequestContext>;
  },
): Promise<JourneySite> {
  const { browser, launchOptions, baseURL } = given;
  const request = await given.request(baseURL);
  if (portal === 'embedded portal') {
    const site = await startEmbeddedSite(browser, request, baseURL);
    const maps = embeddedMaps(request, baseURL);
    return {
      ...site,
      portal,
      maps,
      openMap: opener(site, maps),
      arrive: (page, person) => arriveSignedIn(page, person === 'member' ? 'grace' : 'ada'),
      administration: async () => ({ request, org: site.org, token: await tokenOf({ request }, 'ada') }),
    };
  }
  const site = await startPortalSite(portal, launchOptions);
  const ofSite = await given.request(site.origin);
  const maps = standInMaps(site, request, baseURL);
  return {
    ...site,
    portal,
    maps,
    openMap: opener(site, maps),
    async arrive(page, person) {
      await page.goto(`/${site.org}/gallery`);
      await signInAt(page, site.people[person]);
    },
    async administration() {
      const { token } = site.standIn.tokens.issue(people.administrator.username, 30);
      return { request: ofSite, org: site.org, token, portal: site.portalUrl };
    },
    async stop() {
      await site.stop();
      await request.dispose();
      await ofSite.dispose();
    },
  };
}

const opener =
  (site: PortalSite, maps: DemoMaps): JourneySite['openMap'] =>
  async (page, title, more = '') => {
    await page.goto(`/${site.org}/map/wid/${await maps.idOf(title)}${more}`);
    await expectMapDrawn(page);
  };
