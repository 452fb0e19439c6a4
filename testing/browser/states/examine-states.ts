import { expect, type Page } from '@playwright/test';
import { arriveSignedIn } from '../arrive-signed-in.ts';
import { type Messages, messagesIn } from '../product-messages.ts';
import { settled } from '../settled.ts';
import { expectMapDrawn } from '../steps.ts';
import type { Control, Opened, Scene } from './state.ts';

/** Opens each state of a scene, one after the other, and expects no faults in it. */
export async function examineStates(
  page: Page,
  scene: Scene,
  language: string,
  faultsIn: (page: Page) => Promise<string[]>,
): Promise<void> {
  const messages = messagesIn(language);
  const text = (key: string) => messages[key] ?? `No message ${key}`;
  const opened: Opened = { page, text, press: (control) => press(page, text, control) };
  // A state that cannot be reached is reported, and leaves time for the others.
  page.setDefaultTimeout(60_000);
  if (scene.opensIn) await page.setViewportSize(scene.opensIn);
  if (scene.as) await arriveSignedIn(page, scene.as);
  const address = await addressOf(page, scene, language);
  const open = async () => {
    await page.goto(address);
    await (scene.map ? expectMapDrawn(page) : settled(page));
  };
  await open();
  /* oxlint-disable no-await-in-loop -- one after the other, on the same page */
  for (const { name, tool, steps, stays } of scene.states) {
    const before = await over(page).count();
    const examined = async () => {
      if (tool !== undefined) await showTool(page, tool);
      for (const step of steps) await (typeof step === 'function' ? step(opened) : opened.press(step));
      await page.mouse.move(0, 0);
      await settled(page);
      return faultsIn(page);
    };
    const faults = await examined().catch((error: unknown) => [String(error)]);
    // The others are examined even so.
    expect.soft(faults, name).toEqual([]);
    if (stays) {
      // The same address with a fragment would not be opened again.
      await page.goto('about:blank');
      await open();
    } else await closeAll(page, messages, before);
  }
  /* oxlint-enable no-await-in-loop */
}

/** Relative, as the scene's path. */
async function addressOf(page: Page, scene: Scene, to: string): Promise<string> {
  const found = typeof scene.path === 'string' ? scene.path : await scene.path(page);
  if (to === 'en') return found;
  const address = new URL(found, 'http://localhost');
  address.searchParams.set(scene.language ?? 'lang', to);
  return address.pathname + address.search + address.hash;
}

/** Opens the panel of a tool of a map, and waits for its content. */
export async function showTool(page: Page, id: string): Promise<void> {
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

/** Presses the first control whose name begins so; names of things that are not given may be any. */
async function press(page: Page, text: (key: string) => string, control: Control): Promise<void> {
  const [key, names = {}] = typeof control === 'string' ? [control] : control;
  const pattern = text(key)
    .split(/(\{\{\w+\}\})/)
    .map((part) => {
      const name = part.startsWith('{{') ? names[part.slice(2, -2)] : part;
      if (name === undefined) return '.+';
      const literal = name.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
      // Names may be isolated from the direction of the message.
      return name === part ? literal : `\u2068?${literal}\u2069?`;
    })
    .join('');
  const roles = ['menuitem', 'button', 'tab', 'radio', 'checkbox', 'switch', 'combobox', 'option'] as const;
  const named = (name: RegExp) =>
    roles
      .map((role) => page.getByRole(role, { name }))
      .reduce((one, other) => one.or(other))
      .locator('visible=true')
      .first();
  const beginning = named(new RegExp(`^${pattern}`));
  await beginning.waitFor();
  // Names may begin with those of others.
  const whole = named(new RegExp(`^${pattern}$`));
  await ((await whole.count()) > 0 ? whole : beginning).click();
}

const over = (page: Page) =>
  page.locator('[role=dialog], [role=menu], [role=listbox]').locator('visible=true');

/** Ends the presentation, and closes the table, the panel, and dialogs and menus but those that the page opened with. */
async function closeAll(page: Page, messages: Messages, before: number): Promise<void> {
  /* oxlint-disable no-await-in-loop */
  for (let open = await over(page).count(); open > before; open = await over(page).count()) {
    await page.keyboard.press('Escape');
    await expect.poll(() => over(page).count()).toBeLessThan(open);
  }
  /* oxlint-enable no-await-in-loop */
  const end = page.getByRole('button', { name: messages['present.end'] ?? '', exact: true });
  if ((await end.count()) > 0) await end.click();
  const pressed = page.locator('[data-tour=tools] [aria-pressed=true]');
  if ((await pressed.count()) > 0) await pressed.first().click();
  const table = page.getByRole('button', { name: messages['table.close'] ?? '', exact: true });
  if ((await table.count()) > 0) await table.click();
}
