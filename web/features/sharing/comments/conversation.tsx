import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import LinkIcon from '@mui/icons-material/Link';
import MoreVert from '@mui/icons-material/MoreVert';
import PlaceOutlined from '@mui/icons-material/PlaceOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapComment } from '../../../../wire/map-comment.ts';
import { parseUrlState, printUrlState } from '../../../../wire/url-state.ts';
import {
  addMapComment,
  changeMapComment,
  loadCommentPhoto,
  type MapAddress,
  removeMapComment,
} from '../../../api/map-comments.ts';
import { apiKeys } from '../../../api/query-keys.ts';
import { useIdentity } from '../../../context/application-context.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { useFormats } from '../../../i18n/index.ts';
import { copyText } from '../../../ui/browser.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { radii, sizes } from '../../../ui/sizes.ts';
import { useObjectUrl } from '../../../ui/use-object-url.ts';
import { withoutIsolates } from '../../../../wire/languages.ts';
import { Composer } from './composer.tsx';
import { useCommentQueue } from './use-comment-queue.ts';
import type { Comments } from './comments-context.tsx';
import type { Conversation as ConversationOfMap } from './conversations.ts';

interface ConversationProps {
  conversation: ConversationOfMap;
  comments: Comments;
  /** People who can be mentioned. */
  people: readonly { username: string; name: string }[];
  /** Moves the map to its place. */
  onShow: () => void;
}

/** A conversation: its place and first comment; opened, all comments and a reply. */
export function Conversation({ conversation, comments, people, onShow }: ConversationProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { user } = useIdentity();
  const { first, place } = conversation;
  const { map, opened, open, update } = comments;
  const queue = useCommentQueue(map.wid);
  const isOpen = opened === first.id;
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isOpen) card.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  const resolve = useMutation({
    mutationFn: () => changeMapComment(map, first.id, { resolved: first.resolved === null }),
    onSuccess: () => update([first.id]),
  });
  const title =
    place.kind === 'feature' ? place.title || t('comments.place.feature') : t(`comments.place.${place.kind}`);
  const others = conversation.comments.length - 1;
  return (
    <Paper component="article" aria-label={title} variant="outlined" ref={card} sx={styles.card}>
      <Box sx={styles.head}>
        <ButtonBase
          aria-expanded={isOpen}
          onClick={() => {
            open(isOpen ? undefined : first.id);
            if (!isOpen) onShow();
          }}
          sx={styles.title}
        >
          <PlaceOutlined fontSize="small" />
          <Typography component="h3" variant="body2" noWrap sx={{ fontWeight: 600 }}>
            <bdi>{title}</bdi>
          </Typography>
        </ButtonBase>
        {user && (
          <Button
            size="small"
            startIcon={<CheckCircleOutlined fontSize="small" />}
            disabled={resolve.isPending}
            onClick={() => resolve.mutate()}
          >
            {t(first.resolved === null ? 'comments.resolve' : 'comments.reopen')}
          </Button>
        )}
      </Box>
      {first.resolved && (
        <Typography variant="caption" color="textSecondary">
          {t('comments.resolved')}
        </Typography>
      )}
      {resolve.isError && (
        <Alert severity="error">
          <ErrorMessage error={resolve.error} />
        </Alert>
      )}
      {(isOpen ? conversation.comments : [first]).map((comment) => (
        <Comment
          key={comment.id}
          comment={comment}
          replies={comment === first ? others : 0}
          comments={comments}
          people={people}
        />
      ))}
      {!isOpen && others > 0 && (
        <Typography variant="caption" color="textSecondary">
          {t('comments.replies', { count: others, number: number(others) })}
        </Typography>
      )}
      {isOpen && (
        <Composer
          label={t('comments.reply')}
          send={t('comments.send')}
          map={map}
          onSend={async (text, id) => (await addMapComment(map, { id, thread: first.id, text })).id}
          onWait={queue && ((text, id, photos) => queue({ id, thread: first.id, text }, photos))}
          onSent={(id) => update([id])}
          drafts={comments.drafts}
          draftKey={first.id}
          people={people}
        />
      )}
    </Paper>
  );
}

type CommentProps = Pick<ConversationProps, 'comments' | 'people'> & {
  comment: MapComment;
  /** Replies that are removed with it. */
  replies: number;
};

function Comment({ comment, replies, comments, people }: CommentProps) {
  const { t } = useTranslation();
  const { ago, number } = useFormats();
  const [removing, setRemoving] = useState(false);
  const { map, update } = comments;
  const editKey = `edit ${comment.id}`;
  const [editing, setEditing] = useState(() => comments.drafts.get(editKey) !== undefined);
  const [uncopied, setUncopied] = useState('');
  const copyLink = async () => {
    const link = linkOf(comment);
    setUncopied((await copyText(link)) ? '' : link);
  };
  const remove = useMutation({
    mutationFn: () => removeMapComment(map, comment.id),
    onSettled: () => update([comment.id]),
  });
  return (
    <Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography variant="body2" noWrap sx={{ fontWeight: 600 }}>
          <bdi>{comment.author.name || comment.author.username || t('comments.visitor')}</bdi>
        </Typography>
        <Typography variant="caption" color="textSecondary" noWrap sx={{ flex: 1 }}>
          {ago(comment.created)}
          {comment.edited !== null && ` · ${t('comments.edited')}`}
        </Typography>
        <CommentMenu
          comment={comment}
          moderates={comments.data?.moderates === true}
          onCopy={() => void copyLink()}
          onEdit={() => setEditing(true)}
          onRemove={() => (replies > 0 ? setRemoving(true) : remove.mutate())}
        />
      </Box>
      {uncopied !== '' && (
        <Alert severity="warning" sx={{ overflowWrap: 'anywhere' }}>
          {withoutIsolates(t('sharing.copyFailed.link', { url: uncopied }))}
        </Alert>
      )}
      {removing && (
        <ConfirmDialog
          question={t('comments.removeAll')}
          consequences={t('comments.replies', { count: replies, number: number(replies) })}
          confirm={t('comments.removeAll')}
          cancel={t('comments.cancel')}
          onConfirm={() => {
            setRemoving(false);
            remove.mutate();
          }}
          onClose={() => setRemoving(false)}
        />
      )}
      {remove.isError && (
        <Alert severity="error">
          <ErrorMessage error={remove.error} />
        </Alert>
      )}
      {editing ? (
        <Composer
          label={t('comments.edit')}
          send={t('comments.save')}
          map={map}
          onSend={async (text) => {
            await changeMapComment(map, comment.id, { text });
            return comment.id;
          }}
          onSent={() => {
            setEditing(false);
            update([comment.id]);
          }}
          onCancel={() => setEditing(false)}
          drafts={comments.drafts}
          draftKey={editKey}
          people={people}
          initial={comment.text}
          startsFocused
        />
      ) : (
        <Typography variant="body2" dir="auto" sx={styles.text}>
          {comment.text}
        </Typography>
      )}
      {comment.photos.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
          {comment.photos.map((photo) => (
            <Photo key={photo} map={map} id={comment.id} number={photo} />
          ))}
        </Box>
      )}
    </Box>
  );
}

interface CommentMenuProps {
  comment: MapComment;
  /** Whether the user may remove comments of others. */
  moderates: boolean;
  onCopy: () => void;
  onEdit: () => void;
  onRemove: () => void;
}

function CommentMenu({ comment, moderates, onCopy, onEdit, onRemove }: CommentMenuProps) {
  const { t } = useTranslation();
  const { user } = useIdentity();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const own = user !== undefined && comment.author.username === user.username;
  const close = () => setAnchor(undefined);
  return (
    <>
      <IconButton
        aria-label={t('comments.more')}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <MoreVert fontSize="small" />
      </IconButton>
      <Menu anchorEl={anchor ?? null} open={anchor !== undefined} onClose={close}>
        <MenuItem
          onClick={() => {
            close();
            onCopy();
          }}
        >
          <LinkIcon fontSize="small" sx={{ marginInlineEnd: 1 }} />
          {t('comments.copyLink')}
        </MenuItem>
        {own && (
          <MenuItem
            onClick={() => {
              close();
              onEdit();
            }}
          >
            {t('comments.edit')}
          </MenuItem>
        )}
        {(own || (user && moderates)) && (
          <MenuItem
            onClick={() => {
              close();
              onRemove();
            }}
          >
            {t(comment.id === comment.thread ? 'comments.removeAll' : 'comments.remove')}
          </MenuItem>
        )}
      </Menu>
    </>
  );
}

/** The page's address with the conversation opened. */
function linkOf({ thread }: MapComment): string {
  const { feature: _feature, look: _look, ...state } = parseUrlState(location.hash).state;
  return new URL(printUrlState({ ...state, tool: 'comments', comment: thread }), location.href).href;
}

function Photo({ map, id, number }: { map: MapAddress; id: string; number: number }) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: apiKeys(map.org).commentPhoto(id, number),
    queryFn: ({ signal }) => loadCommentPhoto(map, { id, number }, signal),
    staleTime: Infinity,
  });
  const address = useObjectUrl(data);
  // The tab keeps its address, so that it can be reloaded as long as this page is open.
  const enlarge = () => data && window.open(URL.createObjectURL(data), '_blank', 'noopener');
  return (
    <ButtonBase
      aria-label={t('comments.photo', { number })}
      disabled={!data}
      onClick={enlarge}
      sx={styles.photo}
    >
      {address && <Box component="img" src={address} alt="" sx={styles.image} />}
    </ButtonBase>
  );
}

const styles = {
  card: { p: 1.5, display: 'grid', gap: 1, borderRadius: radii.control },
  head: { display: 'flex', alignItems: 'center', gap: 1 },
  title: { flex: 1, minWidth: 0, minHeight: sizes.touch, gap: 0.5, justifyContent: 'flex-start' },
  text: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  photo: { width: 96, height: 96, backgroundColor: 'action.hover', borderRadius: radii.control },
  image: { width: '100%', height: '100%', objectFit: 'cover', borderRadius: radii.control },
} as const;
