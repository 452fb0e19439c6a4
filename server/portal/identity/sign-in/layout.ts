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
