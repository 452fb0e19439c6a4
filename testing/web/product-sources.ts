import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const product = ['web', 'integration-kinds', 'server/portal/identity'];

/** The files of the interface, with those of the pages that the server sends. */
export const productSources: readonly { file: string; text: string }[] = product
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${folder}/${file}`,
    ),
  )
  .concat('index.html')
  .filter((file) => /\.(tsx?|js|css|html)$/.test(file) && !/\.test\.tsx?$|\.min\.js$/.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));

/** The files whose text matches, in order. */
export const filesWith = (pattern: RegExp): string[] =>
  productSources
    .filter(({ text }) => pattern.test(text))
    .map(({ file }) => file)
    .toSorted();
