/** More particular names first: Edge says it is Chrome, Chrome says it is Safari. */
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

/** A browser and system for people, `Firefox · Windows`; a program's own name otherwise. Empty when it said nothing. */
export function deviceOf(agent: string): string {
  const named = (names: typeof browsers) => names.find(([sign]) => sign.test(agent))?.[1];
  const known = [named(browsers), named(systems)].filter(Boolean);
  return known.length > 0 ? known.join(' · ') : agent.slice(0, 60);
}
