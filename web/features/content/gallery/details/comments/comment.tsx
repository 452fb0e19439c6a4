import MoreVert from '@mui/icons-material/MoreVert';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity } from '../../../../../context/application-context.ts';
import { ErrorMessage } from '../../../../../i18n/error-message.tsx';
import { useFormats } from '../../../../../i18n/index.ts';
import {
  changeItemComment,
  deleteItemComment,
  type ItemComment,
} from '../../../../../portal/item-comments.ts';
import type { PortalItem } from '../../../../../portal/portal-types.ts';
import { CommentField, hasDraft } from './comment-field.tsx';

interface CommentProps {
  item: PortalItem;
  /** Username of the reader, empty for a visitor. */
  who: string;
  comment: ItemComment;
  /** Oldest first. */
  replies: readonly ItemComment[];
  people: readonly { username: string; name: string }[];
  /** Whether the user may write comments on the item. */
  writes: boolean;
  /** Loads the comments again. */
  changed: () => Promise<void>;
  sendComment: (text: string, parentId?: string) => Promise<void>;
}

/** A comment with the replies to it. */
export function Comment({ replies, ...about }: CommentProps) {
  const { t } = useTranslation();
  const { item, who, comment, writes, people, changed, sendComment } = about;
  const draftKey = `${who} ${item.id} reply ${comment.id}`;
  const [replying, setReplying] = useState(() => hasDraft(draftKey));
  return (
    <Box component="article" aria-label={comment.owner} sx={styles.thread}>
      <OneComment {...about} hasReplies={replies.length > 0} />
      {(replies.length > 0 || writes) && (
        <Box sx={styles.replies}>
          {replies.map((reply) => (
            <OneComment key={reply.id} {...about} comment={reply} hasReplies={false} />
          ))}
          {writes && !replying && comment.parentId === undefined && (
            <Button size="small" onClick={() => setReplying(true)} sx={{ justifySelf: 'start' }}>
              {t('itemComments.reply')}
            </Button>
          )}
          {writes && replying && (
            <CommentField
              label={t('itemComments.reply.to', { name: comment.owner })}
              send={t('itemComments.reply')}
              draftKey={draftKey}
              people={people}
              startsFocused
              onSend={async (text) => {
                await sendComment(text, comment.id);
                await changed();
              }}
              onDone={() => setReplying(false)}
            />
          )}
        </Box>
      )}
    </Box>
  );
}

type OneCommentProps = Omit<CommentProps, 'replies'> & { hasReplies: boolean };

function OneComment({ hasReplies, ...about }: OneCommentProps) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { ago, dateTime } = useFormats();
  const { item, who, comment, people, changed } = about;
  const draftKey = `${who} ${item.id} edit ${comment.id}`;
  const [editing, setEditing] = useState(() => hasDraft(draftKey, comment.comment));
  const remove = useMutation({
    mutationFn: async () => {
      await deleteItemComment(connection, item.id, comment.id);
      await changed();
    },
  });
  return (
    <Box>
      <Box sx={styles.head}>
        <Typography variant="body2" noWrap sx={{ fontWeight: 600 }}>
          <bdi>{comment.owner}</bdi>
        </Typography>
        <Typography
          variant="caption"
          color="textSecondary"
          noWrap
          title={dateTime(comment.created)}
          // A long name is cut, not the time.
          sx={{ flex: '1 0 auto' }}
        >
          {ago(comment.created)}
          {comment.modified !== undefined && ` · ${t('itemComments.edited')}`}
        </Typography>
        <CommentMenu
          {...about}
          hasReplies={hasReplies}
          onEdit={() => setEditing(true)}
          onRemove={() => remove.mutate()}
        />
      </Box>
      {editing ? (
        <CommentField
          label={t('itemComments.edit.text')}
          send={t('itemComments.save')}
          draftKey={draftKey}
          people={people}
          initial={comment.comment}
          startsFocused
          onSend={async (text) => {
            await changeItemComment(connection, item.id, { id: comment.id, comment: text });
            await changed();
          }}
          onDone={() => setEditing(false)}
        />
      ) : (
        <Typography dir="auto" sx={styles.text}>
          {comment.comment}
        </Typography>
      )}
      {remove.error && (
        <Alert severity="error">
          <ErrorMessage error={remove.error} />
        </Alert>
      )}
    </Box>
  );
}

interface CommentMenuProps extends OneCommentProps {
  onEdit: () => void;
  onRemove: () => void;
}

/** Authors change and delete their comments, the item's owner and administrators delete all. */
function CommentMenu({ item, comment, hasReplies, onEdit, onRemove }: CommentMenuProps) {
  const { t } = useTranslation();
  const { user } = useIdentity();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const own = user !== undefined && comment.owner === user.username;
  if (!own && (!user || item.itemControl !== 'admin')) return null;
  const choose = (act: () => void) => () => {
    setAnchor(undefined);
    act();
  };
  return (
    <>
      <IconButton
        aria-label={t('itemComments.more', { name: comment.owner })}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <MoreVert fontSize="small" />
      </IconButton>
      <Menu anchorEl={anchor ?? null} open={anchor !== undefined} onClose={() => setAnchor(undefined)}>
        {own && <MenuItem onClick={choose(onEdit)}>{t('itemComments.edit')}</MenuItem>}
        <MenuItem onClick={choose(onRemove)}>
          {hasReplies ? t('itemComments.removeAll') : t('itemComments.remove')}
        </MenuItem>
      </Menu>
    </>
  );
}

const styles = {
  thread: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: 0.5,
    paddingBlockEnd: 1,
    borderBottom: 1,
    borderColor: 'divider',
  },
  replies: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: 1,
    paddingInlineStart: 2,
    borderInlineStart: 2,
    borderInlineStartColor: 'divider',
  },
  head: { display: 'flex', alignItems: 'center', gap: 1, minHeight: 40 },
  text: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
} as const;
