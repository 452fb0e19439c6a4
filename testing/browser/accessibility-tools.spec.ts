import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { everyLook, faultsIn, type Look } from './accessibility-faults.ts';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { settled } from './settled.ts';
import { expectMapDrawn, findItem, test } from './steps.ts';

/** Something that a tool opens: what is pressed in its panel, one after the other, by the keys of the buttons' messages. */
type Way = readonly string[];

interface Opened {
  map: string;
  /** The address after the map's. */
  rest?: string;
  /** The window in which it opens, before the looks resize it. */
  opensIn?: { width: number; height: number };
  /** The tools of the rail that are opened there, by their ids; all of them by default. */
  tools?: readonly string[];
  /** What is opened within a tool, by the tool's id; `page` is what surrounds them. */
  within?: Readonly<Record<string, readonly Way[]>>;
}

const layerMenu = (entry: string, ...more: Way): Way => ['layers.more', entry, ...more];

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
  'the menu, dialogs and settings of a layer have no accessibility violations': {
    map: 'Public transport stops',
    tools: [],
    within: {
      layers: [
        ['layers.more'],
        layerMenu('layers.information'),
        layerMenu('layers.style'),
        layerMenu('layers.style', 'layers.symbol.chosen'),
        layerMenu('layers.labels'),
        layerMenu('layers.popup'),
        layerMenu('layers.popup', 'layers.popup.add'),
        layerMenu('layers.form'),
        layerMenu('layers.appearance'),
        layerMenu('layers.rename'),
        layerMenu('layers.filter'),
        layerMenu('layers.copyStyle'),
        layerMenu('layers.group.menu'),
      ],
    },
  },
  'a table and its dialogs have no accessibility violations': {
    map: 'Public transport stops',
    tools: [],
    within: {
      layers: [
        layerMenu('layers.table'),
        layerMenu('layers.table', 'table.find'),
        layerMenu('layers.table', 'table.columns'),
        layerMenu('layers.table', 'table.statistics'),
        layerMenu('layers.table', 'table.calculate'),
        layerMenu('layers.table', 'table.export'),
      ],
    },
  },
  'what the other tools open has no accessibility violations': {
    map: 'Public transport stops',
    tools: [],
    within: {
      add: [['add.address'], ['add.file']],
      measure: [['measure.area'], ['measure.coordinates']],
      basemaps: [['viewer.basemap.address']],
      draw: [['sketch.tool.text']],
      select: [['select.inView']],
      // The panel opens as it was left: with a map's form first.
      print: [['print.templates.save'], ['export.data']],
      charts: [['charts.save']],
      enrich: [['enrich.view']],
      share: [['audience.change'], ['sharing.create']],
      comments: [['comments.place.view']],
      present: [['present.start']],
      'in-view': [['inview.keys']],
    },
  },
  'the menus around a map have no accessibility violations': {
    map: 'Public transport stops',
    tools: [],
    within: {
      page: [
        ['search.placeholder'],
        ['saving.more'],
        ['header.map'],
        ['header.integrations'],
        ['session.account'],
        ['language.choose'],
        ['commands.title'],
        ['notifications.title'],
      ],
    },
  },
};

type Messages = Readonly<Record<string, string>>;

const root = path.resolve(import.meta.dirname, '../..');
const readJson = <Content>(file: string) =>
  JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Content;
const english = Object.assign(
  {},
  ...globSync('web/**/messages/en.json', { cwd: root }).map((file) => readJson<Messages>(file)),
) as Messages;

const languages: Readonly<Record<string, { messages: Messages; looks: readonly Look[] }>> = {
  en: { messages: english, looks: everyLook },
  ar: {
    messages: readJson<{ messages: Messages }>('translations/ar.json').messages,
    looks: ['light', '400 %'],
  },
};

for (const [language, { messages, looks }] of Object.entries(languages))
  for (const [name, { map, rest = '', opensIn, tools, within = {} }] of Object.entries(opened))
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
        expect.soft(await faultsIn(page, looks), tool).toEqual([]);
      }
      for (const [tool, ways] of Object.entries(within))
        for (const way of ways) {
          const examined = async () => {
            if (tool !== 'page') await showTool(page, tool);
            for (const key of way) await press(page, messages[key] ?? `No message ${key}`);
            await page.mouse.move(0, 0);
            await settled(page);
            return faultsIn(page, looks);
          };
          const faults = await examined().catch((error: unknown) => [String(error)]);
          expect.soft(faults, [tool, ...way].join(', ')).toEqual([]);
          await closeAll(page, messages);
        }
      /* oxlint-enable no-await-in-loop */
    });

async function showTool(page: Page, id: string): Promise<void> {
  const button = page.locator(`[data-tour=tools] [data-tool="${id}"]`);
  // The page may open with the panel of one.
  if ((await button.getAttribute('aria-pressed')) !== 'true') await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  // Software graphics need minutes for a scene, for which its panel waits.
  const loading = page.locator('.MuiSkeleton-root, [role=progressbar]:not([aria-valuenow]):visible');
  await expect(loading).toHaveCount(0, { timeout: 240_000 });
  // Away from the button, whose tooltip would be examined while it appears.
  await page.mouse.move(0, 0);
  await settled(page);
}

/** Presses the first control with this name, which may contain the names of things. */
async function press(page: Page, text: string): Promise<void> {
  const parts = text.split(/\{\{\w+\}\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  const name = new RegExp(`^${parts.join('.+')}`);
  const roles = ['menuitem', 'button', 'tab', 'radio', 'checkbox', 'combobox'] as const;
  const all = roles.map((role) => page.getByRole(role, { name }));
  await all
    .reduce((one, other) => one.or(other))
    .locator('visible=true')
    .first()
    .click({ timeout: 30_000 });
}

/** Ends the presentation, and closes dialogs, menus, the table and the panel. */
async function closeAll(page: Page, messages: Messages): Promise<void> {
  const over = page.locator('[role=dialog], [role=menu], [role=listbox]').locator('visible=true');
  /* oxlint-disable no-await-in-loop */
  for (let turn = 0; turn < 4 && (await over.count()) > 0; turn++) await page.keyboard.press('Escape');
  const end = page.getByRole('button', { name: messages['present.end'] ?? '', exact: true });
  if ((await end.count()) > 0) await end.click();
  const pressed = page.locator('[data-tour=tools] [aria-pressed=true]');
  if ((await pressed.count()) > 0) await pressed.first().click();
  const table = page.getByRole('button', { name: messages['table.close'] ?? '', exact: true });
  if ((await table.count()) > 0) await table.click();
  /* oxlint-enable no-await-in-loop */
}
