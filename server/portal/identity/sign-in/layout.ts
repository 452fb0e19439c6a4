import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import {
  type EastAsianFont,
  eastAsianFiles,
  eastAsianFontOf,
  eastAsianFonts,
  eastAsianStyles,
} from '../../../../wire/east-asian-fonts.ts';
import { fontFile, fontStyles, fontWeights, scriptFonts } from '../../../../wire/script-fonts.ts';
import { html, Html } from '../../../platform/http/html.ts';
import type { Language } from './languages.ts';

/** The address of the pages' files. */
export const folder = '/portal/sign-in';
const fonts = fontStyles((font, weight) => `${folder}/${fontFile(font, weight)}`);
const style = `${readFileSync(new URL('style.css', import.meta.url), 'utf8')}${fonts}`;

/** The only stylesheet of the sign-in pages, and the hash by which Content-Security-Policy allows it. */
export const styleElement = new Html(`<style>${style}</style>`);
export const styleHash = `sha256-${createHash('sha256').update(style).digest('base64')}`;

const require = createRequire(import.meta.url);
/** Found when it is requested: to find the hundreds of them takes a tenth of a second. */
const packaged = (from: string, name: string): StoredFile => ({
  type: 'font/woff2',
  read: () => readFile(fileURLToPath(import.meta.resolve(`${from}/files/${name}`))),
});

interface StoredFile {
  type: string;
  read: () => Promise<Buffer | string>;
}

/** Fonts of Chinese, Japanese and Korean characters have style sheets of their own, which only pages in these languages load. */
const eastAsian = (Object.keys(eastAsianFonts) as EastAsianFont[]).map((font) => {
  const from = `@fontsource-variable/${font}`;
  const { version } = require(`${from}/package.json`) as { version: string };
  const files = eastAsianFiles(font, require(`${from}/unicode.json`) as Record<string, string>);
  // Another version may divide the characters into files in another way: a style sheet goes with the files of its version.
  const named = files.map(({ name, range }) => ({ name: `${version}-${name}`, range }));
  return {
    font,
    sheet: `${version}-${font}.css`,
    styles: eastAsianStyles(font, named, folder),
    files: files.map(({ name }) => [`${version}-${name}`, packaged(from, name)] as const),
  };
});

const beside = (name: string): StoredFile => ({
  type: 'image/svg+xml',
  read: () => readFile(new URL(name, import.meta.url)),
});

/** Fonts and background of the pages by name, and style sheets. Browsers keep them for a year: what replaces one gets another name. */
const files = new Map<string, StoredFile>([
  ['icon-1.svg', beside('icon.svg')],
  ['contours-1.svg', beside('contours.svg')],
  ...[
    ...['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'].map(
      (subset) => ({ font: 'roboto', subset }),
    ),
    ...scriptFonts,
  ].flatMap((font) =>
    fontWeights.map((weight) => {
      const name = fontFile(font, weight);
      return [name, packaged(`@fontsource/${font.font}`, name)] as const;
    }),
  ),
  ...eastAsian.flatMap(({ files }) => files),
  ...eastAsian.map(
    ({ sheet, styles }) => [sheet, { type: 'text/css; charset=utf-8', read: async () => styles }] as const,
  ),
]);

export async function signInFiles(app: FastifyInstance): Promise<void> {
  app.get<{ Params: { file: string } }>(`${folder}/:file`, async ({ params }, reply) => {
    const file = files.get(params.file);
    if (!file) return reply.callNotFound();
    return reply
      .type(file.type)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(await file.read());
  });
}

export interface Page {
  language: Language;
  portalName: string;
  title: string;
  main: Html;
  footer?: Html;
}

/**
 * The layout of every sign-in page: brand, one card, footer. The stylesheet is inlined, so that nothing but fonts has
 * to be loaded first.
 */
export function layout({ language, portalName, title, main, footer }: Page): string {
  const font = eastAsianFontOf(language.tag);
  const sheet = eastAsian.find((each) => each.font === font)?.sheet;
  const page = html`<!doctype html>
    <html lang="${language.tag}" dir="${language.direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f5f7f2" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#12150f" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="/portal/sign-in/icon-1.svg" />
        <title>${title} – ${portalName}</title>
        ${styleElement} ${sheet && html`<link rel="stylesheet" href="${folder}/${sheet}" />`}
      </head>
      <body>
        <div class="contours" aria-hidden="true"></div>
        <div class="page">
          <header class="brand">
            <img src="/portal/sign-in/icon-1.svg" alt="" width="36" height="36" /> <span>${portalName}</span>
          </header>
          <main class="card">${main}</main>
          ${footer}
        </div>
      </body>
    </html>`;
  return page.text;
}
