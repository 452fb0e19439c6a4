import path from 'node:path';
import type { Plugin } from 'vite';
import { fontFace, fontFile, fontWeights, scriptFonts } from '../../wire/script-fonts.ts';

const virtual = 'virtual:script-fonts.css';
const root = path.resolve(import.meta.dirname, '../..');
/** Below the root, from where Vite finds the packages of the fonts. */
const address = '/script-fonts.css';
const sheet = path.join(root, address);

/** The faces of wire/script-fonts.ts as a style sheet, `virtual:script-fonts.css`. */
export function scriptFontStyles(): Plugin {
  return {
    name: 'mapping:script-fonts',
    // The development server's browser asks for the address.
    resolveId: (id) => (id === virtual || id === address ? sheet : undefined),
    load(id) {
      if (id !== sheet) return undefined;
      return scriptFonts
        .flatMap((font) =>
          fontWeights.map((weight) =>
            fontFace(font, weight, `@fontsource/${font.font}/files/${fontFile(font, weight)}`),
          ),
        )
        .join('\n');
    },
  };
}
