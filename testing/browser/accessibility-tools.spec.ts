import { expect } from '@playwright/test';
import { everyLook, faultsIn } from './accessibility-faults.ts';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { showTool } from './states/examine-states.ts';
import { expectMapDrawn, findItem, test } from './steps.ts';

interface Opened {
  map: string;
  /** The address after the map's. */
  rest?: string;
  /** The window in which it opens, before the looks resize it. */
  opensIn?: { width: number; height: number };
  /** The tools of the rail that are opened there, by their ids; all of them by default. */
  tools?: readonly string[];
}

const opened: Readonly<Record<string, Opened>> = {
  'the panels of a map have no accessibility violations': { map: 'Public transport stops' },
  'the panel of time has no accessibility violations': {
    map: 'Bus stop inspections in 2025',
    tools: ['time'],
  },
  'the panel of 3D has no accessibility violations': {
    map: 'Buildings by number of storeys',
    rest: '&view=scene',
    // Software graphics need many minutes for larger scenes.
    opensIn: { width: 700, height: 500 },
    tools: ['scene'],
  },
};

for (const language of ['en', 'ar'])
  for (const [name, { map, rest = '', opensIn, tools }] of Object.entries(opened))
    test(`${name}, ${language}`, { tag: '@long' }, async ({ page }) => {
      test.setTimeout(1_200_000);
      if (opensIn) await page.setViewportSize(opensIn);
      await arriveSignedIn(page, 'grace');
      await page.goto(`/demo/map/wid/${await findItem(page, map)}?lang=${language}${rest}`);
      await expectMapDrawn(page);
      const rail = page.locator('[data-tour=tools]');
      await expect(rail.locator('[data-tool]').first()).toBeVisible();
      const listed = await rail
        .locator('[data-tool]')
        .evaluateAll((all) => all.map((one) => one.dataset['tool'] ?? ''));
      /* oxlint-disable no-await-in-loop -- one after the other, on the same page */
      for (const tool of tools ?? listed) {
        await showTool(page, tool);
        // The others are examined even so.
        expect.soft(await faultsIn(page, everyLook), tool).toEqual([]);
      }
      /* oxlint-enable no-await-in-loop */
    });
