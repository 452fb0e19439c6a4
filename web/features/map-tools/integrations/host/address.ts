import {
  keepsOrigin,
  kindOf,
  ownPage,
  withOwnOrigin,
  withoutOrigin,
} from '../../../../../wire/integrations/integration-config.ts';
import { templateOrigin } from '../../../../../wire/integration-url.ts';
import type { Integration } from '../../../../context/integrations.ts';

/** How an integration is shown: in a frame, or in a browser window because it refuses frames. */
export interface IntegrationAddress {
  /** The page's address; for a template with its tokens. Empty: the page is nowhere. */
  template: string;
  /** The origin of its messages; `null` for a page whose sandbox takes its origin. */
  origin: string;
  /** Whether the page is one of this product. */
  own: boolean;
  display: 'frame' | 'window';
  /** What the page may do. */
  sandbox: string;
}

/** The origins of this installation, as `location` and the config name them. */
export interface InstallationOrigins {
  application: string;
  /** Of the pages of integrations; undefined: there are none. */
  pages: string | undefined;
}

export function addressOf(
  integration: Integration,
  org: string,
  { application, pages }: InstallationOrigins,
  /** Whether something that its own page needs has not been entered yet. */
  unset = false,
): IntegrationAddress {
  const { type, id, url, display } = integration;
  const own = ownPage(integration);
  const link = kindOf(type).page?.linkUntilSetUp;
  if (own && !(unset && link)) {
    const { sandbox } = own;
    return {
      template: pages === undefined ? '' : `${pages}/integrations/${org}/${id}?lang={lang}`,
      origin: pages !== undefined && keepsOrigin(sandbox) ? pages : 'null',
      own: true,
      display: 'frame',
      sandbox,
    };
  }
  const template = url ?? link ?? '';
  const origin = templateOrigin(template, application);
  // A page of others on an origin of ours gets none: it could reach into what is there.
  const apart = origin !== application && origin !== pages;
  return {
    template,
    origin: apart ? origin : 'null',
    own: false,
    display: link && !url ? 'window' : display,
    sandbox: apart ? withOwnOrigin : withoutOrigin,
  };
}

/** Whether an integration shows on the map where it has something to see. */
export function showsCoverage(integration: Integration): boolean {
  return ownPage(integration)?.coverage === true;
}
