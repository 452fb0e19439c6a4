import { useState } from 'react';
import { useConfiguration, usePortalIdentity } from '../../../context/application-context.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
import type { OtherWork } from './other-work.ts';

/** What the viewer has open. */
interface OpenWork<Map> {
  /** The user when it was opened. */
  who: string;
  /** The map as it was opened: a new map stays open when its first save gives it an address. */
  begun: Map;
  /** The work that replaces what was opened first. */
  instead?: OtherWork;
  /** The item as last saved. */
  saved?: PortalItem;
}

/**
 * The work that is open in the viewer. When the user changes, as when a session ends, a stored map is loaded
 * again: a document from before would hide what was saved since, and the next save would overwrite it.
 */
export function useOpenWork<Map extends { kind: string }>(map: Map) {
  const { who } = usePortalIdentity(useConfiguration().connection);
  const [work, setWork] = useState<OpenWork<Map>>({ who, begun: map });
  const stays = work.who === who || work.begun.kind === 'new';
  const open: OpenWork<Map> = stays ? work : { who, begun: map };
  if (open !== work) setWork(open);
  const [change] = useState(() => ({
    setInstead: (next: OtherWork | ((now: OtherWork | undefined) => OtherWork)) =>
      setWork((now) => ({ ...now, instead: typeof next === 'function' ? next(now.instead) : next })),
    setItem: (saved: PortalItem) => setWork((now) => ({ ...now, saved })),
  }));
  const { begun, instead, saved } = open;
  return { begun, instead, saved, ...change };
}

/**
 * The document that a map opens with. A new map stays as it began when its template is loaded again for another user.
 *
 * @param loaded undefined while it is loading, and if it failed
 * @param settled whether a new map can begin
 */
export function useFirstDocument<Document>(isNew: boolean, loaded: Document | undefined, settled: boolean) {
  const [first, setFirst] = useState<{ document: Document | undefined }>();
  if (isNew && settled && !first) setFirst({ document: loaded });
  return { document: first ? first.document : loaded, settled: settled || first !== undefined };
}
