import { z } from 'zod';
import { defineKind, noCredentials } from '../../wire/integrations/define-kind.ts';
import { extensionPermissions } from '../../wire/extension-messages.ts';

/** The icons an extension may have, by their names in Calcite, which draws the buttons of popups. */
const extensionIcons = [
  'puzzle-piece',
  'pin',
  'search',
  'list',
  'graph-bar',
  'camera',
  'wrench',
  'file-text',
] as const;

export type ExtensionIcon = (typeof extensionIcons)[number];

const granted = z.boolean().default(false);

/** A third party's page that works with the map by the protocol of docs/extensions.md. */
export const extension = defineKind({
  name: undefined,
  config: z.object({
    place: z
      .enum(['panel', 'tool', 'popup'])
      .default('panel')
      .describe('Where its page is shown; popup: nowhere.'),
    icon: z.enum(extensionIcons).default('puzzle-piece'),
    popup: z.boolean().default(false).describe('Whether popups of features have a button that opens it.'),
    layers: z
      .array(z.string().max(200))
      .max(50)
      .default([])
      .describe('Titles of the layers whose popups have the button; none: all.'),
    may: z
      .object({
        view: granted,
        features: granted,
        graphics: granted,
        move: granted,
        location: granted,
        filter: granted,
      } satisfies Record<(typeof extensionPermissions)[number], typeof granted>)
      .prefault({})
      .describe('What it may do.'),
  }),
  credentials: noCredentials,
  byUrl: 'always',
  extension: ({ place, icon, popup, layers, may }) => ({
    place,
    icon,
    // Without a page to see, the button is the only way to it.
    popup: popup || place === 'popup',
    layers,
    permissions: extensionPermissions.filter((permission) => may[permission]),
  }),
  faults({ url = '', display }) {
    const faults = [];
    if (url.startsWith('/') || /\{(?!lang\})/.test(url))
      faults.push({
        path: ['url'],
        message: 'Enter a URL that starts with https://, on a host of its own. Only {lang} is filled in.',
      });
    if (display === 'window')
      faults.push({ path: ['display'], message: 'An extension is shown in a frame.' });
    return faults;
  },
});
