import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { MappingError } from '../../../wire/errors.ts';
import { chooseFont, type Font } from './glyphs.ts';

const addresses: Record<Font, string> = {
  'noto-sans-regular': import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  'noto-sans-medium': import.meta.resolve('@expo-google-fonts/noto-sans/500Medium/NotoSans_500Medium.ttf'),
  'noto-sans-bold': import.meta.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
  'noto-sans-italic': import.meta
    .resolve('@expo-google-fonts/noto-sans/400Regular_Italic/NotoSans_400Regular_Italic.ttf'),
};

const read = new Map<Font, Promise<Buffer>>();

/**
 * Reads the whole font that the SDK requests as `{name}.woff2` for text in scenes, gzipped. It is a TrueType font: browsers recognise
 * formats by their content. An unknown font becomes Noto Sans, as for glyphs.
 * @throws MappingError `services:no-such-font` (404) for a file that is not `.woff2`
 */
export async function readFontFile(file: string): Promise<Buffer> {
  const [, name] = /^([\w-]{1,100})\.woff2$/.exec(file) ?? [];
  if (name === undefined)
    throw new MappingError('services:no-such-font', 'Expected {name}.woff2.', { status: 404 });
  const font = chooseFont(name);
  const known = read.get(font) ?? load(font);
  read.set(font, known);
  // A failed read is tried again.
  known.catch(() => read.delete(font));
  return known;
}

async function load(font: Font): Promise<Buffer> {
  return promisify(gzip)(await readFile(fileURLToPath(addresses[font])));
}
