import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { fontFile, fontStyles, fontWeights, scriptFonts } from '../../../../wire/script-fonts.ts';
import { html, Html } from '../../../platform/http/html.ts';
import type { Language } from './languages.ts';

const folder = '/portal/sign-in';
const fonts = fontStyles((font, weight) => `${folder}/${fontFile(font, weight)}`);
const style = `${readFileSync(new URL('style.css', import.meta.url), 'utf8')}${fonts}`;

/** The only stylesheet of the sign-in pages, and the hash by which Content-Security-Policy allows it. */
export const styleElement = new Html(`<style>${style}</style>`);
export const styleHash = `sha256-${createHash('sha256').update(style).digest('base64')}`;

/** The font files by name, with their packages. */
const fontFiles = [
  ...['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext'].map((subset) => ({ font: 'roboto', subset })),
  ...scriptFonts,
].flatMap((font) => fontWeights.map((weight) => ({ name: fontFile(font, weight), from: font.font })));

/** Fonts and background of the stylesheet. Their names change with their content. */
export async function signInFiles(app: FastifyInstance): Promise<void> {
  const serve = (name: string, place: URL | string, type: string) =>
    app.get(`${folder}/${name}`, async (_request, reply) =>
      reply
        .type(type)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(await readFile(place)),
    );
  serve('icon-1.svg', new URL('icon.svg', import.meta.url), 'image/svg+xml');
  serve('contours-1.svg', new URL('contours.svg', import.meta.url), 'image/svg+xml');
  for (const { name, from } of fontFiles) {
    serve(name, fileURLToPath(import.meta.resolve(`@fontsource/${from}/files/${name}`)), 'font/woff2');
  }
}

export interface Page {
  language: Language;
  portalName: string;
  title: string;
  main: Html;
  footer?: Html;
}

/**
 * The layout of every sign-in page: brand, one card, footer. The stylesheet is inlined, so that nothing has
 * to be loaded first.
 */
export function layout({ language, portalName, title, main, footer }: Page): string {
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
        ${styleElement}
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
