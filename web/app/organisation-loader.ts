import type { LoaderFunctionArgs } from 'react-router';
import { replace } from 'react-router';
import type { AppConfig } from '../../wire/app-config.ts';
import { authorizeApi } from '../api/api-client.ts';
import { getConfig } from '../api/get-config.ts';
import { connectPortal, type PortalConnection } from '../portal/portal-connection.ts';

/** What every page of an organisation begins with. */
export interface Organisation {
  org: string;
  config: AppConfig;
  connection: PortalConnection;
}

let current: { org: string; organisation: Promise<Organisation> } | undefined;

/** Loads the organisation's config and connects to its portal, once for as long as the organisation stays the same. */
export function loadOrganisation({ params }: Pick<LoaderFunctionArgs, 'params'>): Promise<Organisation> {
  const org = params['org'] ?? '';
  if (current?.org !== org) {
    const organisation = beginOrganisation(org);
    current = { org, organisation };
    organisation.catch(() => {
      // The next visit tries again.
      if (current?.organisation === organisation) forgetOrganisation();
    });
  }
  return current.organisation;
}

/** Lets the next visit load the config again. */
export function forgetOrganisation(): void {
  current = undefined;
}

async function beginOrganisation(org: string): Promise<Organisation> {
  const config = await getConfig(org);
  const connection = connectPortal(config.portal, org, window);
  authorizeApi(() => connection.session.token());
  // Not waited for: the views begin to load meanwhile, and requests wait for it by themselves.
  void connection.session.restore();
  return { org, config, connection };
}

/**
 * `/{org}/signed-in`, where the portal sends people back to: completes the sign-in and goes on to where they came from.
 * In a popup it stays, because the window closes itself.
 */
export async function completeSignIn(args: Pick<LoaderFunctionArgs, 'params'>): Promise<null> {
  const { org, connection } = await loadOrganisation(args);
  const returnTo = await connection.session.complete();
  if (returnTo === undefined) return null;
  throw replace(returnTo || `/${org}`);
}
