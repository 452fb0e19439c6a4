import CloudOff from '@mui/icons-material/CloudOffOutlined';
import ForumOutlined from '@mui/icons-material/ForumOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Skeleton from '@mui/material/Skeleton';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  useConfiguration,
  useIdentity,
  usePortalIdentity,
} from '../../../../../context/application-context.ts';
import { ErrorMessage } from '../../../../../i18n/error-message.tsx';
import { currentLanguage } from '../../../../../i18n/index.ts';
import { updateItem } from '../../../../../portal/change-items.ts';
import { type ItemComment, listItemComments } from '../../../../../portal/item-comments.ts';
import type { PortalItem } from '../../../../../portal/portal-types.ts';
import { personKeys } from '../../../../../portal/query-keys.ts';
import { StateMessage } from '../../../../../ui/state-message.tsx';
import { WaitingComments } from '../../../../../waiting/waiting-comments.tsx';
import { useItemChanged } from '../use-item-changed.ts';
import { Comment } from './comment.tsx';
import { CommentField } from './comment-field.tsx';
import { useSendItemComment } from './use-send-item-comment.ts';

/** Comments on an item: everyone who sees the item reads them, members write. */
export function CommentsTab({ item }: { item: PortalItem }) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { user, isAuthorizing, signIn } = useIdentity();
  const { who, known } = usePortalIdentity(connection);
  const changed = useItemChanged(item.id, 'itemComments');
  const { data, error, refetch } = useQuery({
    queryKey: personKeys(connection, who).itemComments(item.id),
    queryFn: ({ signal }) => listItemComments(connection, item.id, signal),
    enabled: known,
  });
  const sendComment = useSendItemComment(item);
  const enabled = item.commentsEnabled !== false;
  const writes = enabled && user !== undefined;
  if (error && !data)
    return (
      <StateMessage
        role="alert"
        icon={<CloudOff />}
        title={t('itemComments.failed')}
        detail={<ErrorMessage error={error} />}
        action={<Button onClick={() => void refetch()}>{t('app.tryAgain')}</Button>}
      />
    );
  if (!data)
    return (
      <Box component="output" aria-label={t('app.loading')}>
        <Skeleton height={48} />
        <Skeleton height={48} />
      </Box>
    );
  const people = mentionable(data, item, user?.username);
  const about = { item, who, people, writes, changed, sendComment };
  return (
    <>
      {item.itemControl === 'admin' && <AllowSwitch item={item} />}
      {!enabled && <Typography color="textSecondary">{t('itemComments.off')}</Typography>}
      {writes && (
        <CommentField
          label={t('itemComments.new')}
          send={t('itemComments.send')}
          draftKey={`${who} ${item.id}`}
          people={people}
          onSend={async (text) => {
            await sendComment(text);
            await changed();
          }}
        />
      )}
      {user && (
        <WaitingComments
          isHere={(subject) => subject.type === 'item-comment' && subject.itemId === item.id}
          onSent={() => void changed()}
        />
      )}
      {enabled && !user && !isAuthorizing && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Typography color="textSecondary">{t('itemComments.signIn')}</Typography>
          <Button onClick={() => void signIn()}>{t('session.signIn')}</Button>
        </Box>
      )}
      {data.length === 0 ? (
        <StateMessage icon={<ForumOutlined />} title={t('itemComments.none')} />
      ) : (
        threadsOf(data).map(([first, replies]) => (
          <Comment key={first.id} {...about} comment={first} replies={replies} />
        ))
      )}
    </>
  );
}

/** Turns comments on and off for the item. */
function AllowSwitch({ item }: { item: PortalItem }) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const changed = useItemChanged(item.id, 'itemComments');
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: async (commentsEnabled: boolean) => {
      await updateItem(connection, item, { commentsEnabled });
      await changed();
    },
  });
  const enabled = item.commentsEnabled !== false;
  return (
    <Box>
      <FormControlLabel
        control={
          <Switch
            checked={isPending ? variables : enabled}
            disabled={isPending}
            onChange={(_event, on) => mutate(on)}
          />
        }
        label={t('itemComments.allow')}
      />
      {error && (
        <Alert severity="error">
          <ErrorMessage error={error} />
        </Alert>
      )}
    </Box>
  );
}

/** Comments, newest first, each with its replies, oldest first. */
function threadsOf(comments: readonly ItemComment[]): [ItemComment, ItemComment[]][] {
  const replies = Map.groupBy(comments, ({ parentId }) => parentId);
  const known = new Set(comments.map(({ id }) => id));
  return comments
    .filter(({ parentId }) => parentId === undefined || !known.has(parentId))
    .map((first) => [first, (replies.get(first.id) ?? []).toReversed()]);
}

/** The item's owner and everyone who commented, without the user. */
function mentionable(comments: readonly ItemComment[], item: PortalItem, me: string | undefined) {
  const names = new Set([item.owner, ...comments.map(({ owner }) => owner)]);
  return [...names]
    .filter((name) => name !== me)
    .toSorted(new Intl.Collator(currentLanguage()).compare)
    .map((username) => ({ username, name: username }));
}
