/** More specific names first: Edge claims to be Chrome, Chrome claims to be Safari. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/YaBrowser\//, 'Yandex Browser'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/CriOS\/|Chrome\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** A readable browser and system, `Firefox · Windows`; a program's own name otherwise. Empty without a user agent. */
export function deviceOf(agent: string): string {
  const named = (names: typeof browsers) => names.find(([sign]) => sign.test(agent))?.[1];
  const known = [named(browsers), named(systems)].filter(Boolean);
  return known.length > 0 ? known.join(' · ') : agent.slice(0, 60);
}
