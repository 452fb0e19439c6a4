import {
  keepsOrigin,
  kindOf,
  ownPage,
  withOwnOrigin,
  withoutOrigin,
} from '../../../../../wire/integrations/integration-config.ts';
import { templateOrigin } from '../../../../../wire/integration-url.ts';
import type { IntegrationConfig } from '../../../../../wire/app-config.ts';
import type { Integration } from '../../../../context/integrations.ts';

/** How an integration is shown: in a frame, or in a browser window because it refuses frames. */
export interface IntegrationAddress {
  /** The page's URL; for a template with its placeholders. Empty: there is no page. */
  template: string;
  /** The origin of its messages; `null` for a page with an opaque origin. */
  origin: string;
  /** Whether the page is built in. */
  own: boolean;
  display: 'frame' | 'window';
  /** The page's sandbox permissions. */
  sandbox: string;
}

/** The origins of this installation, from `location` and the config. */
export interface InstallationOrigins {
  application: string;
  /** Of the integration pages; undefined: there are none. */
  pages: string | undefined;
}

export function addressOf(
  integration: IntegrationConfig,
  org: string,
  { application, pages }: InstallationOrigins,
  /** Whether a setting required by its own page is missing. */
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
  // A foreign page on this installation's origin gets an opaque one, or it could access that origin.
  const apart = origin !== application && origin !== pages;
  return {
    template,
    origin: apart ? origin : 'null',
    own: false,
    display: link && !url ? 'window' : display,
    sandbox: apart ? withOwnOrigin : withoutOrigin,
  };
}

/** Whether an integration shows on the map where it has content. */
export function showsCoverage(integration: Integration): boolean {
  return ownPage(integration)?.coverage === true;
}
