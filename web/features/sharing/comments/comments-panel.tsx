import AddLocationAltOutlined from '@mui/icons-material/AddLocationAltOutlined';
import CropFree from '@mui/icons-material/CropFree';
import ForumOutlined from '@mui/icons-material/ForumOutlined';
import LayersOutlined from '@mui/icons-material/LayersOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Skeleton from '@mui/material/Skeleton';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommentPlace } from '../../../../wire/map-comment.ts';
import { addMapComment, allowVisitors } from '../../../api/map-comments.ts';
import { useIdentity } from '../../../context/application-context.ts';
import { useMapModel, useMapState } from '../../../map/map-model.ts';
import { flatLayers } from '../../../map/map-state.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { StateMessage } from '../../../ui/state-message.tsx';
import { WaitingComments } from '../../../waiting/waiting-comments.tsx';
import { hadNoResponse } from '../../../waiting/waiting-store.ts';
import { type Comments, useComments } from './comments-context.tsx';
import { Composer } from './composer.tsx';
import { Conversation } from './conversation.tsx';
import { mentionable } from './conversations.ts';
import { PeopleRow } from './people-row.tsx';
import { useCommentQueue } from './use-comment-queue.ts';

/** Comments at places of the map: who is there, a new one, and the conversations. */
export function CommentsPanel() {
  const { t } = useTranslation();
  const comments = useComments();
  if (!comments) return <Hint title={t('comments.notSaved')} />;
  if (comments.error && !comments.data)
    return (
      <>
        <Alert
          severity="error"
          sx={{ m: 2 }}
          action={<Button onClick={comments.reload}>{t('app.tryAgain')}</Button>}
        >
          <ErrorMessage error={comments.error} />
        </Alert>
        {hadNoResponse(comments.error) && <Unread comments={comments} />}
      </>
    );
  if (!comments.data)
    return (
      <Box component="output" aria-label={t('app.loading')} sx={{ p: 2 }}>
        <Skeleton animation={false} height={40} />
        <Skeleton animation={false} height={40} />
      </Box>
    );
  if (!comments.data.allowed) return <Hint title={t('comments.notForYou')} />;
  return <Allowed comments={comments} />;
}

/** Without a connection, comments are written all the same; whether they may be, the server says later. */
function Unread({ comments }: { comments: Comments }) {
  return (
    <Box sx={{ display: 'grid', gap: 2, p: 2, pt: 0, alignContent: 'start' }}>
      <NewConversation comments={comments} people={[]} />
      <WaitingOnMap comments={comments} />
    </Box>
  );
}

function WaitingOnMap({ comments: { map, reload } }: { comments: Comments }) {
  return (
    <WaitingComments
      isHere={(subject) => subject.type === 'comment' && subject.wid === map.wid}
      onSent={reload}
    />
  );
}

function Hint({ title }: { title: string }) {
  return (
    <Box sx={{ p: 2 }}>
      <StateMessage icon={<ForumOutlined />} title={title} />
    </Box>
  );
}

function Allowed({ comments }: { comments: Comments }) {
  const { t } = useTranslation();
  const { user } = useIdentity();
  const model = useMapModel();
  const { data, people, showResolved, setShowResolved, opened, pins, conversations: all } = comments;
  const listed = all.filter(({ first }) => showResolved || first.resolved === null || first.id === opened);
  const known = mentionable(data?.comments ?? [], people, user?.username ?? '');
  const show = useCallback(
    (place: CommentPlace) => {
      if (place.kind === 'view') pins?.show(place.rectangle);
      else void model?.goTo({ lat: place.latitude, lng: place.longitude });
    },
    [pins, model],
  );
  const linked = useRef(opened);
  useEffect(() => {
    // A link opens the place, too, once.
    const conversation = all.find(({ first }) => first.id === linked.current);
    if (!conversation || !pins) return;
    linked.current = undefined;
    show(conversation.place);
  }, [all, pins, show]);
  return (
    <Box sx={{ display: 'grid', gap: 2, p: 2, alignContent: 'start' }}>
      {comments.error !== null && comments.error !== undefined && (
        <Alert severity="info">
          <ErrorMessage error={comments.error} />
        </Alert>
      )}
      <PeopleRow people={people} following={comments.following} follow={comments.follow} />
      <NewConversation comments={comments} people={known} />
      {all.some(({ first }) => first.resolved !== null) && (
        <FormControlLabel
          control={<Switch checked={showResolved} onChange={(_event, on) => setShowResolved(on)} />}
          label={t('comments.showResolved')}
        />
      )}
      {all.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          {t('comments.none')}
        </Typography>
      )}
      {listed.map((conversation) => (
        <Conversation
          key={conversation.first.id}
          conversation={conversation}
          comments={comments}
          people={known}
          onShow={() => show(conversation.place)}
        />
      ))}
      <WaitingOnMap comments={comments} />
      {data?.moderates && <Visitors comments={comments} />}
    </Box>
  );
}

function Visitors({ comments: { map, data, update } }: { comments: Comments }) {
  const { t } = useTranslation();
  const change = useMutation({
    mutationFn: (visitors: boolean) => allowVisitors(map, visitors),
    onSuccess: () => update([]),
  });
  return (
    <Box>
      <FormControlLabel
        control={
          <Switch
            checked={data?.visitors ?? false}
            disabled={change.isPending}
            onChange={(_event, on) => change.mutate(on)}
          />
        }
        label={t('comments.visitors')}
      />
      <Typography variant="caption" color="textSecondary" component="p">
        {t('comments.visitors.how')}
      </Typography>
      {change.isError && (
        <Alert severity="error">
          <ErrorMessage error={change.error} />
        </Alert>
      )}
    </Box>
  );
}

interface NewConversationProps {
  comments: Comments;
  people: readonly { username: string; name: string }[];
}

/** First a place: a point, the selected feature or the view; then the comment. */
function NewConversation({ comments, people }: NewConversationProps) {
  const { t } = useTranslation();
  const { map, pins, open, update, place, choosePlace } = comments;
  const queue = useCommentQueue(map.wid);
  const area = useMapState((state) => state.area);
  const centre = useMapState((state) => state.place);
  const selected = useMapState((state) => state.selected);
  const layers = useMapState((state) => state.layers);
  const picking = useRef<AbortController>(undefined);
  const [isPicking, setIsPicking] = useState(false);
  useEffect(() => () => picking.current?.abort(), []);
  const pick = async () => {
    picking.current?.abort();
    if (isPicking || !pins) return;
    const { signal } = (picking.current = new AbortController());
    setIsPicking(true);
    const point = await pins.pick(signal);
    setIsPicking(false);
    if (point) choosePlace({ kind: 'point', ...point });
  };
  const at = centre && { latitude: centre.lat, longitude: centre.lng };
  const onView = () => {
    if (at && area)
      choosePlace({ kind: 'view', ...at, rectangle: [...area] as [number, number, number, number] });
  };
  const onFeature = async () => {
    if (!at || !selected) return;
    const found = await pins?.find(selected);
    const layer = flatLayers(layers).find(({ id }) => id === selected.layer)?.title ?? '';
    choosePlace({
      kind: 'feature',
      ...(found?.place ?? at),
      layer: selected.layer,
      objectId: selected.id,
      title: (found?.title || `${layer} ${selected.id}`).trim().slice(0, 200),
    });
  };
  if (place)
    return (
      <Composer
        label={t(`comments.new.${place.kind}`)}
        send={t('comments.send')}
        map={map}
        onSend={async (text, id) => (await addMapComment(map, { id, place, text })).id}
        onWait={queue && ((text, id, photos) => queue({ id, place, text }, photos))}
        onSent={(id) => {
          open(id);
          update([id]);
        }}
        // The place is a part of the draft, and removed with it.
        drafts={comments.drafts}
        draftKey="new"
        onCancel={() => {}}
        people={people}
        startsFocused
      />
    );
  return (
    <Box component="fieldset" aria-label={t('comments.new')} sx={styles.places}>
      <Button
        variant="outlined"
        startIcon={<AddLocationAltOutlined />}
        aria-pressed={isPicking}
        disabled={!pins}
        onClick={() => void pick()}
      >
        {t('comments.place.point')}
      </Button>
      <Button variant="outlined" startIcon={<CropFree />} disabled={!area} onClick={onView}>
        {t('comments.place.view')}
      </Button>
      {selected && (
        <Button
          variant="outlined"
          startIcon={<LayersOutlined />}
          onClick={() => void onFeature()}
          sx={styles.wide}
        >
          {t('comments.place.feature')}
        </Button>
      )}
      <Typography variant="body2" color="textSecondary" component="output" sx={styles.wide}>
        {isPicking ? t('comments.pick') : t('comments.how')}
      </Typography>
    </Box>
  );
}

const styles = {
  places: { border: 0, p: 0, m: 0, minWidth: 0, display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1 },
  wide: { gridColumn: '1 / -1' },
} as const;
