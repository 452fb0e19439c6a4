import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { html, Html } from './html.ts';
import { permissions } from './security-headers.ts';

const style = readFileSync(new URL('html-page.css', import.meta.url), 'utf8');
const styleElement = new Html(`<style>${style}</style>`);

/** Headers of a page of services: no scripts, one stylesheet, forms that are sent to this server, never in a frame. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    'img-src data:',
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'origin-agent-cluster': '?1',
  'permissions-policy': permissions,
  // Addresses may contain a token.
  'referrer-policy': 'no-referrer',
};

export interface PageLink {
  href: string;
  text: string;
}

/** A page that describes a resource of a service to people. */
export interface HtmlPage {
  title: string;
  /** From the root to the page above this one. */
  crumbs: readonly PageLink[];
  /** Other representations of the same resource. */
  formats: readonly PageLink[];
  main: Html | readonly Html[];
}

/** Lays out a page; what it contains is escaped by `html`. */
export function layoutPage({ title, crumbs, formats, main }: HtmlPage): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        <title>${title}</title>
        ${styleElement}
      </head>
      <body>
        <header>
          <nav aria-label="Breadcrumbs">
            <ol>
              ${crumbs.map(({ href, text }) => html`<li><a href="${href}">${text}</a></li>`)}
              <li><span aria-current="page">${title}</span></li>
            </ol>
          </nav>
          <nav aria-label="Formats">
            <ul>
              ${formats.map(({ href, text }) => html`<li><a href="${href}">${text}</a></li>`)}
            </ul>
          </nav>
        </header>
        <main>
          <h1>${title}</h1>
          ${main}
        </main>
        <footer>
          <p class="quiet">
            Links on this page contain no token. To see what your account may see, add <code>token=…</code> to
            an address, or send the header <code>X-Esri-Authorization: Bearer …</code>.
          </p>
        </footer>
      </body>
    </html>`.text;
}

/** A table with a heading for each row: names and values. */
export function factsTable(facts: readonly (readonly [string, string | number | Html | undefined])[]): Html {
  const rows = facts.filter(([, value]) => value !== undefined && value !== '');
  return html`<div class="scroll">
    <table>
      <tbody>
        ${rows.map(
          ([name, value]) =>
            html`<tr>
              <th scope="row">${name}</th>
              <td>${value}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** A table with a heading for each column. */
export function rowsTable(
  columns: readonly string[],
  rows: readonly (readonly (string | number | Html | undefined)[])[],
): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Table">
    <table>
      <thead>
        <tr>
          ${columns.map((column) => html`<th scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((value) => html`<td>${value}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** Links below each other. */
export function linkList(links: readonly PageLink[]): Html {
  return html`<ul>
    ${links.map(({ href, text }) => html`<li><a href="${href}">${text}</a></li>`)}
  </ul>`;
}

/**
 * Whether a client prefers HTML to JSON, as browsers do. Programs accept everything, or JSON.
 */
export function prefersHtml(accept: string | undefined): boolean {
  const weights = new Map(
    (accept ?? '').split(',').map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return [type, weight === undefined ? 1 : Number(weight)];
    }),
  );
  const html = weights.get('text/html') ?? 0;
  const json = ['application/json', 'application/geo+json'].map((type) => weights.get(type) ?? 0);
  return html > 0 && html > Math.max(...json, weights.get('application/*') ?? 0, weights.get('*/*') ?? 0);
}
