import type { Page } from '@playwright/test';
import { addOwnLayer } from './own-layer.ts';
import type { Opened, Scene, State } from './state.ts';

/** A tooltip that opens when its control is reached by keyboard; it stays while the control has the focus. */
const tooltip = (kind: NonNullable<State['tooltip']>, key: string): State => ({
  name: `a tooltip, ${kind}`,
  steps: [
    async ({ page, text }: Opened) => {
      // What has the focus by a key shows it, and so does what has it next.
      await page.keyboard.press('Tab');
      await page
        .getByRole('button', { name: text(key) })
        .first()
        .focus();
      await page.getByRole('tooltip').first().waitFor();
    },
  ],
  shows: [],
  tooltip: kind,
  stays: true,
});

/** One tooltip of each kind: what they show differs only in its words. */
export const tooltipScenes: readonly Scene[] = [
  {
    name: 'tooltips of the header',
    path: '/demo',
    states: [tooltip('loaded', 'commands.title')],
  },
  {
    name: 'tooltips of a map',
    as: 'grace',
    path: async (page: Page) => `/demo/map/wid/${(await addOwnLayer(page)).map}`,
    map: true,
    states: [tooltip('named', 'saving.more'), tooltip('described', 'saving.save')],
  },
];
