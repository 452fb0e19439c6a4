import path from 'node:path';
import type { Plugin } from 'vite';
import {
  familyOf,
  fontFile,
  fontSource,
  fontStyles,
  fontWeights,
  type ScriptFont,
  scriptFonts,
} from '../../wire/script-fonts.ts';

const virtual = 'virtual:script-fonts.css';
const virtualFaces = 'virtual:script-faces';
const root = path.resolve(import.meta.dirname, '../..');
/** Below the root, from where Vite finds the packages of the fonts. */
const address = '/script-fonts.css';
const sheet = path.join(root, address);
const list = path.join(root, 'script-faces.js');
const fileOf = (font: ScriptFont, weight: number) =>
  `@fontsource/${font.font}/files/${fontFile(font, weight)}`;

/**
 * The faces of wire/script-fonts.ts: as a style sheet, `virtual:script-fonts.css`, and as a list for workers, which have no
 * style sheets, `virtual:script-faces`.
 */
export function scriptFontStyles(): Plugin {
  return {
    name: 'mapping:script-fonts',
    // The development server's browser asks for the address.
    resolveId: (id) => (id === virtual || id === address ? sheet : id === virtualFaces ? list : undefined),
    load(id) {
      if (id === sheet) return fontStyles(fileOf);
      return id === list ? facesModule() : undefined;
    },
  };
}

function facesModule(): string {
  const faces = scriptFonts.flatMap((font) => fontWeights.map((weight) => ({ font, weight })));
  const imports = faces.map(({ font, weight }, at) => `import file${at} from '${fileOf(font, weight)}?url';`);
  const list = faces.map(({ font, weight }, at) => {
    const { range } = font;
    const face = JSON.stringify({ family: familyOf(font), range, weight: String(weight) });
    return `{ ...${face}, source: ${JSON.stringify(fontSource(font, '\n'))}.replace('\\n', file${at}) }`;
  });
  return `${imports.join('\n')}\nexport const faces = [${list.join(',\n')}];`;
}
