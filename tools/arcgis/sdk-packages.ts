import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);

/** Folder of an installed package. */
export function packageFolder(name: string): string {
  return path.dirname(require.resolve(`${name}/package.json`));
}

/** Version of the installed SDK, such as 5.1.25. */
export function sdkVersion(): string {
  return (require('@arcgis/core/package.json') as { version: string }).version;
}

/**
 * Where the SDK's files are served. The version is part of the address, so browsers may cache them forever
 * and still get new ones after an update.
 */
export function assetsBase(): string {
  return `/assets/arcgis/${sdkVersion()}`;
}
