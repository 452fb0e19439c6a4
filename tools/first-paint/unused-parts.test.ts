import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const sources = ['web', 'integration-kinds'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .map((file) => path.posix.join(folder, file)),
);
const fields = /@mui\/material\/(TextField|Select|FormControl|styles)'/;

// They work in tests and in development, and fail in the built pages only.
it.each<[part: string, use: RegExp, importing?: RegExp]>([
  ['TouchRipple', /\bdisableRipple(=\{false\}|: false)/],
  ['Input, FilledInput', /\bvariant(=|: )[{"']+(standard|filled)\b/, fields],
  ['NativeSelectInput', /<Select [^>]*\bnative\b|^\s*native(=\{true\})?$|\bnative: true/m, fields],
  ['hoist-non-react-statics', /\bwithTheme\b/],
  ['InitColorSchemeScript', /\b(get)?InitColorSchemeScript\b/],
  ['router/instrumentation', /\binstrumentations\b/],
  ['dom/ssr/components', /\b(prefetch=|HydratedRouter|ServerRouter|PrefetchPageLinks|createStaticRouter)/],
])('%s, which the build leaves out of libraries, is not used', (_part, use, importing) => {
  const using = sources.filter((file) => {
    const text = readFileSync(file, 'utf8');
    return use.test(text) && (importing?.test(text) ?? true);
  });
  expect(sources.length).toBeGreaterThan(500);
  expect(using).toEqual([]);
});
