import type { PublicConfig } from '../../../wire/app-config.ts';
import { chooseLanguage, directionOf, isolated, offeredLanguages, wordsOf } from '../../../wire/languages.ts';
import { itemText, type TranslatedItem } from '../../../wire/item-translations.ts';
import { textFor } from '../../../wire/localized-text.ts';
import { type FirstView, type PicturePlace, pictureStyle } from '../../../wire/map-picture.ts';
import { paletteFor } from '../../../wire/palette.ts';
import { escape } from './html.ts';
import { readParts, textIn } from './page-texts.ts';

/** Views with different headers. */
export type ShellView = 'home' | 'gallery' | 'map' | 'other';

/** The parts of an organisation's public configuration that the header shows. */
export type ShellConfig = Pick<PublicConfig, 'title' | 'welcome' | 'languages' | 'theme'> & {
  portal: Pick<PublicConfig['portal'], 'customLogo'>;
  feedback?: unknown;
};

/** A card of the gallery: an item's title, which may have translations. */
export interface ShellCard extends Pick<TranslatedItem, 'title' | 'properties'> {
  /** Path of its map. */
  path: string;
  /** Address of its picture. */
  thumbnail?: string;
}

/** The picture of a map's first view. */
export interface ShellPicture {
  address: string;
  place: PicturePlace;
  view: FirstView;
}

/** What a page shows besides its organisation. */
interface ShellContent {
  /** Path of the organisation's home, to which the title links. */
  home?: string;
  /** The gallery's first. */
  cards?: readonly ShellCard[];
  picture?: ShellPicture | undefined;
}

/** The HTML of the header, and attributes of the page. */
export interface Shell {
  html: string;
  title: string;
  language: string;
  direction: 'ltr' | 'rtl';
}

/**
 * Draws the header and the first heading of a page as HTML, which the browser paints before any script runs. It has the
 * size and place of what the application draws (web/features/shell/navigation/app-header.tsx), which then replaces it;
 * a browser test compares them. Its styles are in index.html. It contains public configuration only.
 *
 * @param folder the built application
 * @returns undefined if the build has no parts for it
 */
export async function shellDrawer(folder: string) {
  const parts = await readParts(folder);
  if (!parts) return undefined;
  /**
   * @param preferredLanguages the reader's languages, the preferred one first
   */
  return (
    config: ShellConfig,
    view: ShellView,
    preferredLanguages: readonly (string | undefined)[],
    { home = '', cards = [], picture }: ShellContent = {},
  ): Shell => {
    const language = chooseLanguage(preferredLanguages, offeredLanguages(config.languages, parts.translated));
    const text = (key: string) => textIn(parts, key, language).text;
    const organisation = isolated(config.title, directionOf(wordsOf(language, parts.translated)));
    const titled = (key: string) => text(key).replace('{{title}}', () => organisation);
    const title = config.title ? titled('app.titled') : text('app.name');
    const icon = (name: string, size = 20) => drawIcon(parts.icons[name] ?? '', size);
    const html = `<div id="shell" aria-hidden="true" style="${colours(config.theme.primary)}">${header({
      icon,
      text,
      title,
      home,
      config,
      view,
    })}</div>${heading(view, { text, titled, config, language })}`;
    // As the application names its pages (web/app/main-layout.tsx); the header keeps the organisation's title.
    const tabTitle = view === 'gallery' ? `${text('gallery.title')} – ${title}` : title;
    const content =
      view === 'gallery' ? drawCards(cards, language, icon('map', 40), config) : drawPicture(picture);
    return {
      html: html + content,
      title: tabTitle,
      language,
      direction: directionOf(wordsOf(language, parts.translated)),
    };
  };
}

interface Drawing {
  icon: (name: string, size?: number) => string;
  text: (key: string) => string;
  title: string;
  home: string;
  config: ShellConfig;
  view: ShellView;
}

function header({ icon, text, title, home, config, view }: Drawing): string {
  const button = (part: string, drawn: string) => `<i class="button" data-part="${part}">${drawn}</i>`;
  // A button with a text, or on narrow screens its icon only.
  const menu = (part: string) =>
    `<b class="wide" data-part="${part}">${escape(text(`header.${part}`))}${icon('more')}</b>` +
    `<i class="button narrow" data-part="${part}-icon">${icon(part)}</i>`;
  const feedback = config.feedback
    ? `<b class="wide start" data-part="feedback">${icon('feedback')}${escape(text('feedback.give'))}</b>` +
      `<i class="button narrow">${icon('feedback')}</i>`
    : '';
  return `<div class="bar"><div class="row">
<i class="button phone" data-part="menu">${icon('menu', 24)}</i>
${view === 'map' ? button('sidebar', icon('sidebar')) : ''}
<a class="title" data-part="title" href="${escape(home)}" tabindex="-1">${logo(config.portal.customLogo)}<b dir="auto">${escape(title)}</b></a>
<b class="phone name" dir="auto" data-part="name">${escape(config.title)}</b>
<i class="menus">${menu('map')}${menu('integrations')}</i>
<i class="button commands" data-part="commands">${icon('commands', 24)}</i>
<i class="end">${feedback}${button('language', icon('language'))}
${button('scheme', `<i class="when-light">${icon('dark')}</i><i class="when-dark">${icon('light')}</i>`)}
<i class="account" data-part="account"><i>${icon('account')}</i></i></i>
</div></div>`.replaceAll('\n', '');
}

interface Heading {
  text: (key: string) => string;
  titled: (key: string) => string;
  config: ShellConfig;
  language: string;
}

function heading(view: ShellView, { text, titled, config, language }: Heading): string {
  if (view === 'gallery')
    return page(`<b class="heading short" data-part="heading">${escape(text('gallery.title'))}</b>`);
  if (view !== 'home') return '';
  const welcome = textFor(config.welcome, language);
  const title = config.title ? titled('home.welcome') : text('home.welcome.plain');
  return page(
    `<b class="heading" data-part="heading">${escape(title)}</b>${
      welcome ? `<p dir="auto" data-part="welcome">${escape(welcome)}</p>` : ''
    }`,
  );
}

/** Apart from the header, which the application replaces first. */
const page = (content: string) => `<div id="shell-page" inert aria-hidden="true">${content}</div>`;

/** As web/ui/map-card.tsx, below the heading and the filters. */
function drawCards(
  cards: readonly ShellCard[],
  language: string,
  noPicture: string,
  { theme }: ShellConfig,
): string {
  if (cards.length === 0) return '';
  // Links that work before any script; assistive technology gets those of the application.
  const drawn = cards.map((card, index) => {
    const { path, thumbnail } = card;
    // Before the scripts, which are many.
    const priority = index < firstRow ? ' fetchpriority="high"' : '';
    const picture = thumbnail ? `<img src="${escape(thumbnail)}" alt=""${priority}>` : noPicture;
    return `<a href="${escape(path)}" tabindex="-1"><i>${picture}</i><b dir="auto">${escape(itemText(card, 'title', language))}</b></a>`;
  });
  return `<div id="shell-cards" aria-hidden="true" style="${colours(theme.primary)}">${drawn.join('')}</div>`;
}

/** Cards of the first row on a wide screen. */
const firstRow = 4;

/** Where web/features/map-tools/viewer/first-picture.tsx shows it. */
function drawPicture(picture: ShellPicture | undefined): string {
  if (!picture) return '';
  const { address, place, view } = picture;
  const { left, top, width } = pictureStyle(place, view);
  return `<div id="shell-picture" class="${place.scheme}" inert aria-hidden="true"><img src="${escape(
    address,
  )}" alt="" fetchpriority="high" style="left:${left};top:${top};width:${width}"></div>`;
}

function drawIcon(d: string, size: number): string {
  return `<svg width="${size}" height="${size}" viewBox="0 0 24 24"><path d="${d}"/></svg>`;
}

/** As web/ui/logo.tsx. */
function logo(address: string): string {
  if (address) return `<img src="${escape(address)}" alt="" width="50">`;
  return `<svg class="logo" width="35" height="35" viewBox="0 0 35 35"><path class="main" d="M3.5 9.5 12.8 6v20.6l-9.3 3.5zM22.2 9.4 31.5 6v20.6l-9.3 3.5z"/><path class="main" opacity=".6" d="m12.8 6 9.4 3.4v20.7l-9.4-3.5z"/><path class="pin" d="M17.5 3a6.8 6.8 0 0 1 6.8 6.8c0 5-6.8 11.7-6.8 11.7S10.7 14.8 10.7 9.8A6.8 6.8 0 0 1 17.5 3z"/><circle class="eye" cx="17.5" cy="9.8" r="2.5"/></svg>`;
}

/** The organisation's colours; the others are the same everywhere, in index.html. */
function colours(primary: string): string {
  const mark = (scheme: 'light' | 'dark') => paletteFor(scheme, primary).primary.mark;
  return `--main:${primary};--mark-light:${mark('light')};--mark-dark:${mark('dark')}`;
}
