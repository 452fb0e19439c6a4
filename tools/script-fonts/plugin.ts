import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import {
  type EastAsianFont,
  eastAsianFamily,
  eastAsianFiles,
  eastAsianFonts,
} from '../../wire/east-asian-fonts.ts';
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
const virtualEastAsian = 'virtual:east-asian-faces/';
const eastAsianLists = new Map(
  (Object.keys(eastAsianFonts) as EastAsianFont[]).map((font) => [path.join(root, `${font}-faces.js`), font]),
);
const fileOf = (font: ScriptFont, weight: number) =>
  `@fontsource/${font.font}/files/${fontFile(font, weight)}`;

/**
 * The faces of wire/script-fonts.ts: as a style sheet, `virtual:script-fonts.css`, and as a list for workers, which have no
 * style sheets, `virtual:script-faces`. Those of wire/east-asian-fonts.ts: as a list for each font, `virtual:east-asian-faces/{font}`.
 */
export function scriptFontStyles(): Plugin {
  return {
    name: 'mapping:script-fonts',
    // The development server's browser asks for the address.
    resolveId(id) {
      if (id === virtual || id === address) return sheet;
      if (id === virtualFaces) return list;
      return id.startsWith(virtualEastAsian)
        ? path.join(root, `${id.slice(virtualEastAsian.length)}-faces.js`)
        : undefined;
    },
    load(id) {
      if (id === sheet) return fontStyles(fileOf);
      if (id === list) return facesModule();
      const eastAsian = eastAsianLists.get(id);
      return eastAsian && eastAsianModule(eastAsian);
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

function eastAsianModule(font: EastAsianFont): string {
  const folder = `@fontsource-variable/${font}`;
  const ranges = JSON.parse(
    readFileSync(path.join(root, 'node_modules', folder, 'unicode.json'), 'utf8'),
  ) as Record<string, string>;
  const files = eastAsianFiles(font, ranges);
  const imports = files.map(
    ({ name }, at) => `import file${at} from '${folder}/files/${name}?url&no-inline';`,
  );
  const ofFiles = files.map(({ range }, at) => `[file${at}, ${JSON.stringify(range)}]`);
  return `${imports.join('\n')}
export const faces = [${ofFiles.join(',\n')}].map(([file, range]) => ({
  family: '${eastAsianFamily}',
  range,
  weight: '100 900',
  source: \`url('\${file}') format('woff2')\`,
}));`;
}
