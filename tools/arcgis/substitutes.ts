import path from 'node:path';

/**
 * Modules of the SDK, and their substitutes. Of some that a map loads though this product never uses them: each saves a part of
 * the first map; when a later version of the SDK has no such module, nothing is replaced and everything still works. Of those
 * that run expressions, which can be endless (`testing/browser/endless-expressions.spec.ts`). Of those that place the letters of
 * labels one by one (`testing/browser/script-fonts.spec.ts`). Of the one that loads the components' texts, for languages that the
 * SDK does not have (`docs/decisions/0037-texts-of-the-sdk.md`).
 */
const substitutes: readonly { module: RegExp; by: string }[] = [
  // The SDK's own zoom buttons, compass and navigation toggle: a view creates them before it learns that it
  // should not.
  { module: /@arcgis[\\/]core[\\/]views[\\/]ui[\\/]DefaultUI\.js$/, by: 'substitutes/bare-ui.js' },
  // The SDK's own password dialog: web/map/sdk/identity.ts handles sign-in.
  { module: /@arcgis[\\/]core[\\/]identity[\\/]IdentityModal\.js$/, by: 'substitutes/no-dialog.js' },
  { module: /@arcgis[\\/]core[\\/]arcade[\\/]parser\.js$/, by: '../../web/map/arcade/bounded-parser.ts' },
  {
    module: /@arcgis[\\/]core[\\/]support[\\/]ArcadeExpression\.js$/,
    by: '../../web/map/arcade/bounded-drawing.ts',
  },
  {
    module: /@arcgis[\\/]core[\\/].*[\\/]webgl[\\/]GlyphMosaic\.js$/,
    by: '../../web/map/glyphs/cluster-mosaic.ts',
  },
  {
    module: /@arcgis[\\/]core[\\/].*[\\/]vectorTiles[\\/]WorkerTileHandler\.js$/,
    by: '../../web/map/glyphs/cluster-handler.ts',
  },
  {
    module: /@arcgis[\\/]core[\\/].*[\\/]buckets[\\/]SymbolBucket\.js$/,
    by: '../../web/map/glyphs/cluster-bucket.ts',
  },
];

/** Modules of the SDK that its packages import by name. */
const byName: Readonly<Record<string, string>> = {
  '@arcgis/toolkit/intl': '../../web/map/sdk/texts/component-texts.ts',
};

/** The substitute for an import of the SDK's own; undefined keeps it. */
export function substitute(specifier: string, importer: string | undefined): string | undefined {
  const named = byName[specifier];
  if (named !== undefined && /[\\/]node_modules[\\/]@(arcgis|esri)[\\/]/.test(importer ?? ''))
    return path.join(import.meta.dirname, named);
  if (!importer || !specifier.startsWith('.') || !/[\\/]@arcgis[\\/]core[\\/]/.test(importer))
    return undefined;
  const target = path.resolve(path.dirname(importer), specifier);
  const found = substitutes.find(({ module }) => module.test(target));
  return found && path.join(import.meta.dirname, found.by);
}
