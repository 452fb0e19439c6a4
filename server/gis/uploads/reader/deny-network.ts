import { registerHooks } from 'node:module';

/** Modules that reach outside the process; reading a file needs none of them. */
const refused = new Set([
  'child_process',
  'cluster',
  'dgram',
  'dns',
  'dns/promises',
  'http',
  'http2',
  'https',
  'inspector',
  'inspector/promises',
  'net',
  'repl',
  'tls',
  'wasi',
  'worker_threads',
]);

/**
 * Removes network access from this process as far as a program can: imported first, before any reader. Where
 * the kernel does it too (`confine.ts`), this is a second barrier.
 */
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    if (found.url.startsWith('node:') && refused.has(found.url.slice('node:'.length)))
      throw new Error(`${specifier} is not for the process that reads files.`);
    return found;
  },
});

for (const name of ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'])
  Reflect.deleteProperty(globalThis, name);

const { getBuiltinModule } = process;
process.getBuiltinModule = ((name: string) =>
  refused.has(name.replace(/^node:/, '')) ? undefined : getBuiltinModule(name)) as typeof getBuiltinModule;
