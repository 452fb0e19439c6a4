import { startDraft, type PrintDraft } from './print-options.tsx';

/** The settings that a template stores: all but those that belong to one map. */
export type TemplateSettings = Omit<PrintDraft, 'bookmarks' | 'series'>;

export function settingsOf({
  bookmarks: _places,
  series: _pages,
  ...settings
}: PrintDraft): TemplateSettings {
  return settings;
}

const choices: { readonly [Name in keyof TemplateSettings]?: readonly unknown[] } = {
  template: ['page', 'plan'],
  paper: ['a4', 'a3', 'a2', 'a1', 'a0', 'letter'],
  density: [150, 300],
  grid: ['none', 'map', 'degrees', 'epsg'],
};
/** Characters of a text. */
const longest = 200;

/** Applies the settings of a template to a draft. Missing and invalid settings get their initial values. */
export function withSettings(draft: PrintDraft, stored: unknown): PrintDraft {
  const given = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>;
  const start = settingsOf(startDraft);
  const isValid = (name: keyof TemplateSettings, value: unknown): boolean => {
    const known = choices[name];
    if (known) return known.includes(value);
    if (name === 'scale')
      return value === 'fit' || value === 'own' || (Number.isInteger(value) && Number(value) > 0);
    if (typeof value === 'string' && value.length > longest) return false;
    return typeof value === typeof start[name];
  };
  const settings = Object.fromEntries(
    (Object.keys(start) as (keyof TemplateSettings)[]).map((name) => [
      name,
      isValid(name, given[name]) ? given[name] : start[name],
    ]),
  ) as unknown as TemplateSettings;
  return { ...draft, ...settings };
}
