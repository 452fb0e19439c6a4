import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, run, runtime, say } from './install.mjs';

export const sources = [
  'web',
  'wire',
  'analysis',
  'integration-kinds',
  'index.html',
  'vite.config.ts',
  'tools/arcgis',
  'tools/first-paint',
  'tools/integrations',
  'tools/script-fonts',
  'tools/service-worker',
  'tools/translations',
  'translations',
  'server/portal/identity/sign-in/messages',
  'server/portal/mail/messages',
  'public',
  'tools/precompress.mjs',
  'package-lock.json',
];
const stamp = path.join(root, 'dist', '.built-from');

/** Builds the browser application when its sources changed since the last build. */
export function build() {
  const wanted = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  say('Building the application (about a minute, after changes only) …');
  run(runtime, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']);
  run(runtime, ['tools/precompress.mjs']);
  writeFileSync(stamp, wanted);
}

function fingerprint() {
  const hash = createHash('sha256');
  const add = (file) => {
    if (!existsSync(file)) return;
    if (statSync(file).isDirectory()) {
      for (const name of readdirSync(file).sort()) add(path.join(file, name));
    } else if (!/\.test\.tsx?$/.test(file)) {
      hash.update(path.relative(root, file)).update(readFileSync(file));
    }
  };
  for (const source of sources) add(path.join(root, source));
  // Settings that Vite inlines into the build.
  hash.update(process.env.VITE_API_BASE_URL ?? '');
  return hash.digest('hex');
}
