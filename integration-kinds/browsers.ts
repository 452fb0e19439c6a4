import type { BrowserKind } from './browser-kind.ts';
import type { IntegrationType } from './definitions.ts';
import { cityworks } from './cityworks/browser.ts';
import { cyclomedia } from './cyclomedia/browser.ts';
import { extension } from './extension/browser.ts';
import { panorama } from './panorama/browser.ts';
import { panoramax } from './panoramax/browser.ts';
import { streetview } from './streetview/browser.ts';
import { url } from './url/browser.ts';

/** What the browser needs of each kind of integration (docs/adding-an-integration.md). */
export const browserKinds = {
  cyclomedia,
  streetview,
  cityworks,
  panorama,
  panoramax,
  url,
  extension,
} as const satisfies Record<IntegrationType, BrowserKind>;

type Every<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** The English messages of all kinds, which `web/i18n/english.ts` loads. */
export type KindMessages = Every<NonNullable<(typeof browserKinds)[IntegrationType]['messages']>>;
