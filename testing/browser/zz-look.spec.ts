import { type Page, test } from '@playwright/test';
import { people, signInAt, startPortalSite } from './portal-sites.ts';
import { expectMapDrawn } from './steps.ts';
test.setTimeout(900_000);
for (const name of ['ArcGIS Online', 'ArcGIS Enterprise'] as const) {
  test(name, async ({ launchOptions }) => {
    const site = await startPortalSite(name, launchOptions);
    const n = name.split(' ')[1];
    for (let i = 0; i < 60; i += 1)
      site.standIn.content.addGroup({ title: `Team ${i}`, owner: people.member.username, orgId: site.standIn.content.people.get('piet')!.orgId, access: 'org' });
    const shot = async (page: Page, what: string) => {
      await page.waitForTimeout(1500);
      await page.screenshot({ path: `/tmp/portals/${n}-${what}.png` });
    };
    for (const [v, w, h, scheme, lang] of [
      ['light', 1280, 800, 'light', ''],
      ['dark', 1280, 800, 'dark', ''],
      ['phone', 390, 844, 'light', ''],
      ['ar', 1280, 800, 'dark', 'ar'],
    ] as const) {
      const page = await site.openPage();
      await page.emulateMedia({ colorScheme: scheme });
      const q = lang ? `?lang=${lang}` : '';
      await page.goto(`/harbour`);
      await page.waitForTimeout(1500);
      if (v === 'phone') await page.setViewportSize({ width: 1280, height: 800 });
      await shot(page, `${v}-home-visitor`);
      await signInAt(page, people.administrator).catch(async (e) => { await shot(page, `${v}-signin-failed`); throw e; });
      await page.setViewportSize({ width: w, height: h });
      const visit = async (path: string, what: string) => {
        await page.goto(`/harbour${path}${q ? (path.includes('?') ? '&lang=ar' : q) : ''}`);
        await page.waitForTimeout(2500);
        await shot(page, `${v}-${what}`);
      };
      await visit('', 'home');
      await visit('/gallery', 'gallery');
      await visit('/administration?page=portal', 'admin-portal');
      await visit('/administration?page=people', 'admin-people');
      await visit('/profile', 'profile');
      await page.context().clearCookies();
      await page.evaluate(() => localStorage.clear());
      await page.goto(`/harbour/content`);
      await page.setViewportSize({ width: 1280, height: 800 });
      await signInAt(page, people.member);
      await page.setViewportSize({ width: w, height: h });
      await visit('/content', 'content');
      await visit('/groups', 'groups');
      if (v !== 'dark') {
        await page.goto(`/harbour/gallery${q}`);
        await page.getByRole('link', { name: /Moorings for members/ }).first().click();
        await expectMapDrawn(page).catch(() => {});
        await shot(page, `${v}-map`);
      }
      await page.context().close();
    }
    await site.stop();
  });
}
