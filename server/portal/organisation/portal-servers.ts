import type { Operation, PortalContext } from '../operation.ts';
import { checkPortalId } from './portal-organisations.ts';

/** The address of the server that hosts the services of a call's portal, without a trailing slash. */
function serverAddress({ publicUrl, address }: Pick<PortalContext, 'publicUrl' | 'address'>): string {
  return `${publicUrl}/server${address}`;
}

/** `portals/{id}/urls`: the server of hosted services, by scheme. */
export const listUrls: Operation = async (call) => {
  checkPortalId(call);
  const url = serverAddress(call.context);
  const byScheme = { [new URL(url).protocol.slice(0, -1)]: [url] };
  return { urls: { features: byScheme, tiles: byScheme } };
};

/** `portals/{id}/servers`: this server, which hosts the portal's services. */
export const listServers: Operation = async (call) => {
  checkPortalId(call);
  const { context } = call;
  const url = serverAddress(context);
  return {
    servers: [
      {
        id: context.portal.id,
        name: context.portal.name,
        url,
        adminUrl: url,
        isHosted: true,
        serverKey: null,
        serverType: 'ARCGIS',
        serverRole: 'HOSTING_SERVER',
        serverFunction: '',
      },
    ],
  };
};

/** `portals/{id}/subscriptionInfo`: nothing is subscribed, and nothing ends. */
export const getSubscription: Operation = async (call) => {
  checkPortalId(call);
  return { id: call.context.portal.id, type: 'In House', state: 'active', expDate: -1 };
};
