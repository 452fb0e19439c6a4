import { baseOf } from '../../../wire/languages.ts';
import type { FormatData } from './format-data.ts';
import { OwnDateTimeFormat, OwnListFormat, OwnNumberFormat, OwnRelativeTimeFormat } from './own-formats.ts';

const ownFormats = {
  NumberFormat: OwnNumberFormat,
  DateTimeFormat: OwnDateTimeFormat,
  RelativeTimeFormat: OwnRelativeTimeFormat,
  ListFormat: OwnListFormat,
};

const installed = new Set<string>();

/**
 * Makes `Intl` format dates, numbers and lists in a language that this browser does not know. Other languages
 * are left to the browser.
 */
export function installFormats(language: string, data: FormatData): void {
  if (installed.has(language)) return;
  installed.add(language);
  for (const [name, Own] of Object.entries(ownFormats)) {
    const known = Intl[name as keyof typeof ownFormats] as unknown as new (...given: unknown[]) => object;
    const make = (locales: unknown, options: unknown) => {
      const tag = Array.isArray(locales) ? (locales[0] as unknown) : locales;
      return typeof tag === 'string' && baseOf(tag) === language
        ? new (Own as new (...given: unknown[]) => object)(data, tag, options)
        : new known(locales, options);
    };
    Object.defineProperty(Intl, name, {
      configurable: true,
      writable: true,
      value: new Proxy(known, {
        construct: (_known, [locales, options]: unknown[]) => make(locales, options),
        apply: (_known, _this, [locales, options]: unknown[]) => make(locales, options),
      }),
    });
  }
}
