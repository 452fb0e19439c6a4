import { html, type Html } from '../../platform/http/html.ts';
import type { PageLink } from '../../platform/http/html-page.ts';
import {
  addressOf,
  type PageRequest,
  parametersOf,
  pathOf,
  withoutToken,
} from '../../platform/http/page-request.ts';

/** Whether a route is a search, whose page has a form. */
export function isSearch(route: string): boolean {
  return /(^|\/rest|\/sharing)\/(search|community\/(groups|users)|content\/groups\/:id\/search|portals\/:portal\/users\/search)$/.test(
    route,
  );
}

/** Inputs of the form: parameter, label, and example. */
const inputs = [
  ['q', 'Query', 'title:trees AND type:"Web Map"'],
  ['sortField', 'Sort by', 'modified'],
  ['sortOrder', 'Order', 'desc'],
  ['start', 'Start', '1'],
  ['num', 'Results at most', '10'],
] as const;

/** The form of a search with the values it was sent with. */
export function searchForm(request: PageRequest): Html {
  const given = parametersOf(request);
  return html`<h2>Search</h2>
    <form method="get" action="${pathOf(request)}">
      <input type="hidden" name="f" value="html" />
      ${inputs.map(
        ([name, label, example]) =>
          html`<label
            >${label}
            <input name="${name}" value="${given.get(name.toLowerCase()) ?? ''}" placeholder="${example}"
          /></label>`,
      )}
      ${given.has('token') && html`<label>Token <input type="password" name="token" autocomplete="off" /></label>`}
      <button type="submit">Search</button>
    </form>`;
}

/** The next page of a list. */
export function nextPage(request: PageRequest, json: Record<string, unknown>): PageLink | undefined {
  const next = json['nextStart'];
  if (typeof next !== 'number' || next < 1) return undefined;
  const given = withoutToken(parametersOf(request));
  return { href: addressOf(pathOf(request), { ...given, start: String(next) }), text: 'Next page' };
}
