import AddAPhotoOutlined from '@mui/icons-material/AddAPhotoOutlined';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { maxCommentPhotos, maxPhotoBytes } from '../../../../wire/map-comment.ts';
import { addCommentPhoto, type MapAddress } from '../../../api/map-comments.ts';
import { useIdentity } from '../../../context/application-context.ts';
import { newId } from '../../../new-id.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { CommentEditor } from '../../../ui/comment-editor.tsx';
import { FileIconButton } from '../../../ui/file-button.tsx';
import { PhotoFailures } from '../../../forms/photo-failures.tsx';
import { preparePhotos } from '../../../ui/prepare-photo.ts';
import type { Draft, Drafts } from '../../../waiting/comment-drafts.ts';
import { type OwnDraft, useDraft } from '../../../waiting/use-comment-draft.ts';
import { hadNoResponse } from '../../../waiting/waiting-store.ts';

interface ComposerProps {
  /** Label of the text. */
  label: string;
  /** Label of the button. */
  send: string;
  /**
   * Stores the text and returns the comment's id. A new comment gets the given id, whose answer may have been
   * lost before.
   */
  onSend: (text: string, id: string) => Promise<string>;
  /** Stores the comment on the device where nothing responds; absent for changes of comments. */
  onWait?: ((text: string, id: string, photos: readonly Blob[]) => Promise<void>) | undefined;
  /** Called when the text and all photos are stored. */
  onSent: (id: string) => void;
  onCancel?: () => void;
  /** Where unsent texts are kept, and the key of this one: it stays if the panel is closed. */
  drafts: Drafts;
  draftKey: string;
  map: MapAddress;
  /** People who can be mentioned. */
  people: readonly { username: string; name: string }[];
  initial?: string;
  /** Whether it takes the focus: the person pressed a button to write. */
  startsFocused?: boolean;
  /** Whether photos can be attached: visitors own no comment that they could be added to. */
  photos?: boolean;
  children?: ReactNode;
}

/** Writes a comment on a map, with photos. */
export function Composer({ label, people, children, ...more }: ComposerProps) {
  const { t } = useTranslation();
  const { user } = useIdentity();
  const { map, onSend, onWait, onSent, onCancel } = more;
  const { draft, isSending, error, change, remove, add, send } = useDraft(more.drafts, more.draftKey, {
    text: more.initial ?? '',
    photos: [],
  });
  const { text, photos } = draft;
  const without = (one: Draft['photos'][number]) => (now: Draft) => ({
    photos: now.photos.filter((other) => other !== one),
  });
  const sendText = ({ latest, ...own }: OwnDraft) => {
    const { sent: before, text: written } = latest();
    const now = written.trim();
    const sent = before?.text === now ? before : { id: newId(), text: now };
    own.change(() => ({ sent }));
    return onSend(now, sent.id);
  };
  const sendAll = async (own: OwnDraft) => {
    // After a failure only what is missing is sent again.
    const id = own.latest().stored ?? (await sendText(own));
    own.change(() => ({ stored: id }));
    // Photos may be added and removed meanwhile.
    for (let one = await own.nextPhoto(); one; one = await own.nextPhoto()) {
      await addCommentPhoto(map, id, one.photo);
      own.change(without(one));
    }
    return id;
  };
  const sendOrWait = async (own: OwnDraft) => {
    let id: string | undefined;
    try {
      id = await sendAll(own);
    } catch (cause) {
      const { sent, stored, photos: all } = own.latest();
      if (!onWait || !sent || stored !== undefined || !hadNoResponse(cause)) throw cause;
      await onWait(
        sent.text,
        sent.id,
        all.map(({ photo }) => photo),
      );
    }
    own.remove();
    if (id !== undefined) onSent(id);
  };
  const adding = useMutation({
    mutationFn: (files: readonly File[]) =>
      add((own) =>
        preparePhotos(
          files,
          { maxBytes: maxPhotoBytes, most: maxCommentPhotos, attached: photos.length },
          (photo, name) => own.change((now) => ({ photos: [...now.photos, { name, photo }] })),
        ),
      ),
  });
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {children}
      <CommentEditor
        label={label}
        text={text}
        onText={(next) => change(() => ({ text: next }))}
        disabled={draft.stored !== undefined}
        startsFocused={more.startsFocused}
        send={more.send}
        onSend={(onSettled) => void send(sendOrWait).finally(onSettled)}
        isSending={isSending}
        isWaiting={adding.isPending}
        error={error ? <ErrorMessage error={error} /> : undefined}
        cancel={t('comments.cancel')}
        onCancel={
          onCancel &&
          (() => {
            remove();
            onCancel();
          })
        }
        mention={t('comments.mention')}
        people={people}
        buttons={
          more.photos !== false &&
          user && (
            <FileIconButton
              label={t('comments.addPhoto')}
              accept="image/*"
              multiple
              disabled={photos.length >= maxCommentPhotos || adding.isPending}
              onChoose={(files) => adding.mutate(files)}
            >
              <AddAPhotoOutlined fontSize="small" />
            </FileIconButton>
          )
        }
      >
        {photos.length > 0 && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
            {photos.map((one, index) => (
              <Chip key={`${index} ${one.name}`} label={one.name} onDelete={() => change(without(one))} />
            ))}
          </Box>
        )}
        {adding.data && <PhotoFailures failures={adding.data} />}
      </CommentEditor>
    </Box>
  );
}
