import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { CommentPlace, MapComments, PresentPerson } from '../../../../wire/map-comment.ts';
import { parseUrlState } from '../../../../wire/url-state.ts';
import type { MapAddress } from '../../../api/map-comments.ts';
import { followAddress, writeAddress } from '../../../context/addresses.ts';
import {
  useAuthor,
  useConfiguration,
  useIdentity,
  usePortalIdentity,
} from '../../../context/application-context.ts';
import { useOpenMap, useOpenTool } from '../../../context/open-map.ts';
import { useVisitorSince } from '../../../context/use-visitor-since.ts';
import { type CommentPins, openCommentPins } from '../../../map/comments/comment-pins.ts';
import { useMapState } from '../../../map/map-model.ts';
import { useCapability } from '../../../map/use-capability.ts';
import { useLeft } from '../../../ui/use-left.ts';
import { colorOf, type Conversation, conversationsOf } from './conversations.ts';
import { createDrafts, type Drafts } from '../../../waiting/comment-drafts.ts';
import { useLiveMap } from './use-live-map.ts';
import { useStoredDrafts } from './use-stored-drafts.ts';
import { useMapComments } from './use-map-comments.ts';

/** The comments of the open map, and the people on it. */
export interface Comments {
  map: MapAddress;
  /** undefined while loading. */
  data: MapComments | undefined;
  conversations: readonly Conversation[];
  error: unknown;
  reload: () => void;
  /** Loads the comments that the user changed. No ids: only who may comment. */
  update: (ids: string[]) => void;
  /** Everyone else who has the map open. */
  people: readonly PresentPerson[];
  /** Id of the person whose view the map follows. */
  following: string | undefined;
  follow: (id: string | undefined) => void;
  /** Id of the open conversation. */
  opened: string | undefined;
  open: (thread: string | undefined) => void;
  /** Whether resolved conversations are listed and drawn, too. */
  showResolved: boolean;
  setShowResolved: (on: boolean) => void;
  /** The place of a new comment, once chosen. */
  place: CommentPlace | undefined;
  /** Begins a new comment there, unless one was begun meanwhile. */
  choosePlace: (place: CommentPlace) => void;
  drafts: Drafts;
  /** undefined until the map is ready. */
  pins: CommentPins | undefined;
}

const CommentsContext = createContext<Comments | undefined>(undefined);

/** The comments of the open map; undefined for a map without an item. */
export const useComments = () => useContext(CommentsContext);

/** While those of the person are loaded. */
const noDrafts = createDrafts();

/** Loads the comments of a map of the portal, draws them, and follows who else is looking at it. */
export function CommentsProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { org, connection } = useConfiguration();
  const { known } = usePortalIdentity(connection);
  const author = useAuthor(connection);
  const { user, isAuthorizing } = useIdentity();
  const { kind, id: wid } = useOpenMap();
  const openTool = useOpenTool();
  const isWebMap = kind === 'web-map';
  const map = useMemo(() => ({ org, wid }), [org, wid]);
  const { data, error, reload, update } = useMapComments(
    map,
    user?.username ?? '',
    isWebMap && !isAuthorizing,
  );
  const [opened, open] = useLinkedConversation();
  const [showResolved, setShowResolved] = useState(false);
  const visitorSince = useVisitorSince(`map ${org} ${wid}`);
  const stored = useStoredDrafts(org, wid, isWebMap && known ? author : undefined, visitorSince);
  const drafts = stored ?? noDrafts;
  const place = useSyncExternalStore(drafts.subscribe, () => drafts.get('new')?.place);
  const [wanted, follow] = useState<string>();
  const ready = useMapState(({ status }) => status === 'ready');
  const people = useLiveMap(map, {
    on: data?.allowed === true && ready,
    who: user?.username ?? '',
    followed: wanted,
    onComments: update,
  });
  const following = people.find((person) => person.id === wanted);
  const onPin = (thread: string) => {
    open(thread);
    openTool('comments');
  };
  const { session: pins } = useCapability((model) => openCommentPins(model, onPin), {
    // Without a connection it is not known whether comments are allowed: one can be written all the same.
    when: ready && (data?.allowed === true || (!data && Boolean(error))),
  });
  const conversations = useMemo(() => conversationsOf(data?.comments ?? []), [data]);
  useEffect(() => {
    pins?.draw({
      color: '#b3541e',
      pins: conversations
        .filter(({ first }) => showResolved || first.resolved === null || first.id === opened)
        .flatMap(({ first, place, comments }) => [
          { ...place, id: first.id, count: comments.length, leading: first.id === opened },
        ]),
      views: people.flatMap(({ id, name, rectangle }) =>
        rectangle ? [{ name: name || t('comments.visitor'), rectangle, color: colorOf(id) }] : [],
      ),
    });
  }, [pins, conversations, people, opened, showResolved, t]);
  const rectangle = following?.rectangle;
  useEffect(() => {
    if (rectangle) pins?.show(rectangle);
  }, [pins, rectangle]);
  const value: Comments = {
    map,
    data: stored && data,
    conversations,
    error,
    reload,
    update: (ids) => update({ ids }),
    people,
    following: following?.id,
    follow,
    opened,
    open,
    showResolved,
    setShowResolved,
    place,
    choosePlace: (next) => {
      if (!drafts.get('new')?.place) drafts.set('new', { text: '', photos: [], place: next });
    },
    drafts,
    pins,
  };
  return <CommentsContext value={isWebMap ? value : undefined}>{children}</CommentsContext>;
}

/** The open conversation, which is part of the address. */
function useLinkedConversation() {
  const [opened, setOpened] = useState(() => parseUrlState(location.hash).state.comment);
  useEffect(() => followAddress(({ state }) => setOpened(state.comment)), []);
  const left = useLeft();
  const open = (thread: string | undefined) => {
    // A comment may arrive when the address is that of another page.
    if (left.current) return;
    const write = () =>
      writeAddress(({ comment: _was, ...others }) => ({ ...others, ...(thread && { comment: thread }) }));
    // The first write may have made way for a navigation, which this choice is later than.
    if (!write()) write();
    setOpened(thread);
  };
  return [opened, open] as const;
}
