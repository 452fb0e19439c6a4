import { rmSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { makeDataFolder } from './rig/data-folder.ts';

/**
 * Files go to whichever worker is free. Each worker has a server, a database and ports of its own: those that shared a server
 * would see each other's content.
 */
const workers = Number(process.env['TEST_WORKERS'] ?? 1);
const firstPort = Number(process.env['TEST_PORT'] ?? 18080);
const portOf = (worker: number) => firstPort + worker * 10;

/** The runner reads this file, and each worker again, which has a number. */
const worker = process.env['TEST_PARALLEL_INDEX'];
const port = portOf(Number(worker ?? 0));
/** Where the tests' server sends its mail: a test that reads it starts a mail server there. */
export const mailPort = port + 5;

/** Folder of the servers' data, one each. The runner makes and deletes it. */
const dataDirs = (process.env['TEST_DATA_DIRS'] ??= makeFolder());
const dataDirOf = (number: number) => path.join(dataDirs, String(number));
if (worker !== undefined) process.env['TEST_DATA_DIR'] = dataDirOf(Number(worker));

function makeFolder(): string {
  const folder = makeDataFolder('mapping-browser-');
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Chromium draws WebGL in software here, and pages faster without it: the application's own pages would take half of the time
 * that its maps take. The other flags disable background requests.
 */
const chromiumFlags = [
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-gpu-rasterization',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

export default defineConfig({
  testDir: 'browser',
  outputDir: '../test-results',
  // Debian's Chromium with its fonts takes them everywhere: the names need not say which system.
  snapshotPathTemplate: '{testDir}/screens/{arg}{ext}',
  // Software rendering on a busy machine is slow, which is not a fault of the product.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  workers,
  fullyParallel: false,
  forbidOnly: Boolean(process.env['CI']),
  retries: process.env['CI'] ? 1 : 0,
  reporter: [['list']],
  use: {
    baseURL: `http://localhost:${port}`,
    viewport: { width: 1280, height: 800 },
    // British English, with the formats of the United States.
    locale: 'en',
    // Otherwise a click on a slow machine lands beside an entry of a menu that still grows, and a test sees maps half moved.
    contextOptions: { reducedMotion: 'reduce' },
    // Tests answer requests in the service worker's place; its own test allows it.
    serviceWorkers: 'block',
    // Without a film, which would take a quarter of the processor time: the picture at the end shows the map.
    trace: process.env['CI'] ? 'on-first-retry' : { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: chromiumFlags,
    },
  },
  webServer: Array.from({ length: workers }, (_none, number) => ({
    command: 'node tools/start.mjs',
    cwd: path.resolve(import.meta.dirname, '..'),
    url: `http://localhost:${portOf(number)}/health`,
    // The vendors in tests are on this computer.
    env: {
      PORT: String(portOf(number)),
      DATA_DIR: dataDirOf(number),
      LOG_LEVEL: 'warn',
      ALLOWED_PRIVATE_HOSTS: 'yes',
      SMTP_URL: `smtp://127.0.0.1:${portOf(number) + 5}`,
      SMTP_FROM: 'City maps <maps@city.example>',
    },
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'pipe',
  })),
});
