import type { PortalEndpoint } from '../portal-request.ts';
import type { Portal, PortalUser } from '../portal-types.ts';

/** One side of a copy: a portal, and the account that reads or writes there. */
export interface Party extends PortalEndpoint {
  /** The portal's URL, without `/sharing/rest`. */
  readonly url: string;
  readonly portal: Portal;
  readonly user: PortalUser;
}
