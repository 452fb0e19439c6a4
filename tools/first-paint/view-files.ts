import type { Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

/** The first modules of a view, by the view's segment of the address. */
export const viewModules: Readonly<Record<string, readonly string[]>> = {
  '': ['web/routes/home.tsx'],
  gallery: ['web/routes/gallery.tsx'],
  // The viewer imports the SDK dynamically, which on a map page always happens.
  map: ['web/routes/map.tsx', 'web/map/sdk/open-map.ts'],
};

/**
 * The files of each view: those of its modules and all their static imports, except those of the
 * application's entry. Addresses as used by the page.
 */
export function viewFiles(bundle: Bundle, entry: string): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const holding = (module: string) =>
    chunks.find((chunk) => chunk.moduleIds.some((id) => id.endsWith(module)));
  const withImports = (module: string): Set<string> => {
    const files = new Set<string>();
    const visit = (file: string | undefined) => {
      const chunk = file === undefined ? undefined : bundle[file];
      if (chunk?.type !== 'chunk' || files.has(chunk.fileName)) return;
      files.add(chunk.fileName);
      for (const imported of chunk.imports) visit(imported);
    };
    visit(holding(module)?.fileName);
    return files;
  };
  const begun = withImports(entry);
  return Object.fromEntries(
    Object.entries(viewModules).map(([view, modules]) => {
      const files = new Set(modules.flatMap((module) => [...withImports(module)]));
      return [view, [...files].filter((file) => !begun.has(file)).map((file) => `/${file}`)];
    }),
  );
}
