import { afterAll, beforeAll } from 'vitest';
import type { ServerOptions } from '../../server/start-server.ts';
import { type ContentRig, createContentRig } from './content-rig.ts';

/**
 * The rig of a test file: it starts before the tests, and ends after them. Tests and later hooks read its members; before that it has
 * none.
 */
export function useContentRig(options?: Partial<ServerOptions>): ContentRig {
  let started: ContentRig | undefined;
  beforeAll(async () => {
    started = await createContentRig(options);
  });
  afterAll(() => started?.stop());
  return new Proxy({} as ContentRig, {
    get(_none, name) {
      if (!started) throw new Error(`The rig has not started: read “${String(name)}” in a test or a hook.`);
      return Reflect.get(started, name);
    },
  });
}
