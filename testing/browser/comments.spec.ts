import { rm } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { makeDataFolder } from '../rig/data-folder.ts';
import { freePort } from '../rig/free-port.ts';
import { type ServerProcess, spawnServer } from '../rig/server-process.ts';
import { startDatabase, type TestDatabaseServer } from '../rig/start-database.ts';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { onEachPortal, test } from './each-portal.ts';
import { expectMapDrawn, findItem, panelOf } from './steps.ts';

const map = 'Public transport stops';
const hash = '#at=51.13,71.43,14,0&tool=comments';

onEachPortal((_portal, { long }) => {
  test(
    'members comment on a point in plain text, reply, resolve and link to it',
    long,
    async ({ page, site }) => {
      await site.arrive(page, 'member');
      await site.openMap(page, map, hash);
      const panel = panelOf(page, 'Comments');
      await panel.getByRole('group', { name: 'Comment on' }).getByRole('button', { name: 'Point' }).click();
      await page.mouse.click(900, 400);
      // An earlier try may have left its conversation.
      const text = `Is <b>this</b> stop still here? ${test.info().retry}`;
      await panel.getByRole('textbox', { name: 'Comment on the point' }).fill(text);
      await panel.getByRole('button', { name: 'Send' }).click();
      const conversation = panel.getByRole('article', { name: 'Point' }).filter({ hasText: text });
      // Not the text of the field, which is there before it is sent.
      const reply = conversation.getByRole('paragraph').filter({ hasText: /^Yes$/ });
      await conversation.getByRole('textbox', { name: 'Reply' }).fill('Yes');
      await conversation.getByRole('textbox', { name: 'Reply' }).press('Control+Enter');
      await expect(reply).toBeVisible();

      // The address has the open conversation.
      await expect(page).toHaveURL(/comment=[\da-f-]{36}/);
      await page.reload();
      await expectMapDrawn(page);
      await expect(reply).toBeVisible();
      await conversation.getByRole('button', { name: 'Resolve' }).click();
      await expect(conversation.getByText('Resolved')).toBeVisible();
      await conversation.getByRole('button', { name: 'More actions' }).first().click();
      await page.getByRole('menuitem', { name: 'Remove conversation' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove conversation' }).click();
      await expect(conversation).toBeHidden();
    },
  );
});

test.describe('two people on two processes', { tag: '@long' }, () => {
  let database: TestDatabaseServer;
  let dataDir = '';
  const ports: number[] = [];
  const servers: ServerProcess[] = [];

  const start = async (port: number) => {
    const environment = {
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      ALLOWED_PRIVATE_HOSTS: 'yes',
    };
    const server = spawnServer(environment, ['--demo']);
    const health = async () =>
      (await fetch(`http://localhost:${port}/health`).catch(() => undefined))?.status;
    await expect.poll(health, { timeout: 180_000, message: server.output() }).toBe(200);
    return server;
  };

  test.afterAll(async () => {
    for (const server of servers) await server.stop();
    await database?.stop();
    if (dataDir) await rm(dataDir, { recursive: true, force: true });
  });

  test('see each other and each other’s comments, also after either was restarted', async ({ browser }) => {
    test.setTimeout(600_000);
    dataDir = makeDataFolder('mapping-comments-');
    const started = await startDatabase('embedded');
    if ('missing' in started) throw new Error(started.missing);
    database = started;
    // The demo's application accepts sign-ins at the process that started last.
    const open = async (at: number, username: 'grace' | 'ada') => {
      ports[at] = await freePort();
      servers[at] = await start(ports[at]);
      const context = await browser.newContext({ baseURL: `http://localhost:${ports[at]}` });
      const page = await context.newPage();
      await arriveSignedIn(page, username);
      await page.goto(`/demo/map/wid/${await findItem(page, map)}${hash}`);
      await expectMapDrawn(page);
      return page;
    };
    const grace = await open(0, 'grace');
    const ada = await open(1, 'ada');
    await expect(panelOf(grace, 'Comments').getByRole('button', { name: /Ada Lovelace/ })).toBeVisible();
    await expect(panelOf(ada, 'Comments').getByRole('button', { name: /Grace Hopper/ })).toBeVisible();

    const say = async (page: Page, text: string) => {
      const panel = panelOf(page, 'Comments');
      await panel
        .getByRole('group', { name: 'Comment on' })
        .getByRole('button', { name: 'This view' })
        .click();
      await panel.getByRole('textbox', { name: 'Comment on this view' }).fill(text);
      await panel.getByRole('button', { name: 'Send' }).first().click();
      await expect(panel.getByRole('article').getByText(text)).toBeVisible();
    };
    await say(grace, 'Hello, @ada');
    await expect(panelOf(ada, 'Comments').getByText('Hello, @ada')).toBeVisible();
    await expect(ada.getByText(/Grace Hopper mentioned you/)).toBeVisible();
    await say(ada, 'Hello back');
    await expect(panelOf(grace, 'Comments').getByText('Hello back')).toBeVisible();

    for (const [at, writer, reader] of [
      [0, ada, grace],
      [1, grace, ada],
    ] as const) {
      await servers[at]?.stop();
      servers[at] = await start(ports[at] ?? 0);
      const text = `After a restart of server ${at}`;
      await say(writer, text);
      await expect(panelOf(reader, 'Comments').getByText(text)).toBeVisible();
    }
  });
});
