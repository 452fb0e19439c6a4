import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { chromium, type Page } from '@playwright/test';
import { allMaps } from '../maps/all-maps.ts';
import { serveMaps } from './serve-maps.ts';

// Draws the thumbnail of every web map with the ArcGIS SDK itself: `npm run derive -- thumbnails [key …]`, `PORT` to move the server.
const port = Number(process.env['PORT'] ?? 8119);
const output = join(dirname(fileURLToPath(import.meta.url)), '../../thumbnails');
const viewport = { width: 900, height: 600 };
const picture = { width: 600, height: 400, quality: 88, mostBytes: 60_000 };

const buildFolder = mkdtempSync(join(tmpdir(), 'map-pictures-'));
const server = await serveMaps(port, buildFolder);
const systemChromium = '/usr/bin/chromium';
const browser = await chromium.launch({
  ...(existsSync(systemChromium) && { executablePath: systemChromium }),
  args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
try {
  mkdirSync(output, { recursive: true });
  const page = await browser.newPage({ viewport });
  const wanted = process.argv.slice(2);
  for (const { key } of allMaps.filter((map) => wanted.length === 0 || wanted.includes(map.key))) {
    const bytes = await draw(page, key);
    writeFileSync(join(output, `${key}.webp`), bytes);
    console.log(`${key}: ${Math.ceil(bytes.length / 1024)} kB`);
  }
} finally {
  await browser.close();
  await server.close();
  rmSync(buildFolder, { recursive: true });
}

async function draw(page: Page, key: string): Promise<Buffer> {
  await page.goto(`http://127.0.0.1:${port}/page/index.html?map=/web-maps/${key}`);
  await page.waitForFunction(() => /^(ready|failed)/.test(document.title), undefined, { timeout: 120_000 });
  const title = await page.title();
  if (!title.startsWith('ready')) throw new Error(`${key}: ${title}`);
  return shrink(await page.screenshot({ type: 'png' }));
}

async function shrink(png: Buffer): Promise<Buffer> {
  const canvas = createCanvas(picture.width, picture.height);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(await loadImage(png), 0, 0, picture.width, picture.height);
  for (let quality = picture.quality; ; quality -= 6) {
    const bytes = await canvas.encode('webp', quality);
    if (bytes.length <= picture.mostBytes) return bytes;
  }
}
