import type { SvgIconComponent } from '@mui/icons-material';
import type { IntegrationType } from './definitions.ts';
import { cityworks } from './cityworks/browser.ts';
import { cyclomedia } from './cyclomedia/browser.ts';
import { panorama } from './panorama/browser.ts';
import { panoramax } from './panoramax/browser.ts';
import { streetview } from './streetview/browser.ts';
import { url } from './url/browser.ts';

/** What every page of the application shows of a kind, and the texts of its own page and settings. */
interface BrowserKind {
  icon: SvgIconComponent;
  /** In English; other languages are beside it. */
  messages: Readonly<Record<string, string>>;
}

/** What the browser needs of each kind of integration (docs/adding-an-integration.md). */
export const browserKinds = {
  cyclomedia,
  streetview,
  cityworks,
  panorama,
  panoramax,
  url,
} as const satisfies Record<IntegrationType, BrowserKind>;

type Every<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** The English messages of all kinds. */
export const kindMessages = Object.assign(
  {},
  ...Object.values(browserKinds).map(({ messages }) => messages),
) as Every<(typeof browserKinds)[IntegrationType]['messages']>;
