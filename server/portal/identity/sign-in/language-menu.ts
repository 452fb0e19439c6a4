import { type Html, html } from './html.ts';
import { type Language, languages } from './languages.ts';
import { requestAddress } from './request-address.ts';

/** The same page in the other languages, as plain links. */
export function languageMenu(current: Language, parameters: Readonly<Record<string, string>>): Html {
  const links = languages.map(({ tag, name }) => {
    const address = requestAddress({ ...parameters, locale: tag });
    const here = tag === current.tag && html`aria-current="true"`;
    return html`<li><a href="${address}" lang="${tag}" hreflang="${tag}" ${here}>${name}</a></li>`;
  });
  return html`<nav class="languages" aria-label="${current.messages.language}">
    <ul>
      ${links}
    </ul>
  </nav>`;
}
