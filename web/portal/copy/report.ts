import type { PortalEndpoint } from '../portal-request.ts';
import type { Portal, PortalUser } from '../portal-types.ts';

/** One side of a copy: a portal, and the account that reads or writes there. */
export interface Party extends PortalEndpoint {
  /** The portal's URL, without `/sharing/rest`. */
  readonly url: string;
  readonly portal: Portal;
  readonly user: PortalUser;
}

/** A part of an item that was not copied; its message is `copy.note.{code}`. */
export interface CopyNote {
  code:
    | 'already'
    | 'editable'
    | 'features-refused'
    | 'group-refused'
    | 'links-stay'
    | 'picture'
    | 'reference'
    | 'relationships'
    | 'renumbered'
    | 'resources'
    | 'sharing'
    | 'tracking';
  values: Readonly<Record<string, string | number>>;
}

/** The result for one item. */
export interface CopiedItem {
  sourceId: string;
  title: string;
  type: string;
  /** The copy; undefined if there is none. */
  targetId: string | undefined;
  notes: CopyNote[];
  /** Why it was not copied. */
  error?: unknown;
}
