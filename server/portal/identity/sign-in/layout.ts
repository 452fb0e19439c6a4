import { styleElement } from './files.ts';
import { type Html, html } from './html.ts';
import type { Language } from './languages.ts';

export interface Page {
  language: Language;
  portalName: string;
  title: string;
  main: Html;
  footer?: Html;
}

/** The frame of every sign-in page: brand, one card, footer. The stylesheet is in the page, so that nothing is waited for. */
export function layout({ language, portalName, title, main, footer }: Page): string {
  const page = html`<!doctype html>
    <html lang="${language.tag}" dir="${language.direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f6f8f4" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#14170f" />
        <meta name="robots" content="noindex" />
        <title>${title} – ${portalName}</title>
        ${styleElement}
      </head>
      <body>
        <div class="contours" aria-hidden="true"></div>
        <div class="page">
          <p class="brand">${mark} <span>${portalName}</span></p>
          <main class="card">${main}</main>
          ${footer}
        </div>
      </body>
    </html>`;
  return page.text;
}

/** The product's mark: a folded map. It says nothing the name beside it does not. */
const mark = html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
  <rect class="mark-ground" width="32" height="32" rx="8" />
  <path
    class="mark-map"
    d="M6.5 10.2 12.8 7.5v14.3L6.5 24.5zM12.8 7.5l6.4 2.7v14.3l-6.4-2.7zM19.2 10.2l6.3-2.7v14.3l-6.3 2.7z"
  />
  <path class="mark-fold" d="M12.8 7.5l6.4 2.7v14.3l-6.4-2.7z" />
</svg>`;
