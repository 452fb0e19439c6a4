import PhotoCamera from '@mui/icons-material/PhotoCameraOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ownPage } from '../../../../../wire/integrations/integration-config.ts';
import { feedbackAddress } from '../../../../context/addresses.ts';
import { useConfiguration, useIntegrations } from '../../../../context/application-context.ts';
import type { Integration } from '../../../../context/integrations.ts';
import { copyText } from '../../../../ui/browser.ts';
import { StateMessage } from '../../../../ui/state-message.tsx';
import { useLanguage } from '../../../../i18n/index.ts';
import { mapKeys } from '../../../../map/query-keys.ts';
import { radii } from '../../../../ui/sizes.ts';
import { withTimeout } from '../../../../with-timeout.ts';
import { useHub } from '../host/hub.ts';
import { feedbackValues, noteText, type CapturedNote } from './note.ts';

/** Timeout per part of the note in milliseconds: behind another window browsers do not render the map. */
const partMilliseconds = 6000;

/** Collects the map image, street view, coordinates, layers and features. Unavailable parts are omitted. */
function useCapture({ id, title }: Integration) {
  const hub = useHub();
  const { currentMapLocation } = useIntegrations();
  return useQuery({
    queryKey: mapKeys.capture(id),
    gcTime: 0,
    staleTime: Infinity,
    queryFn: async (): Promise<CapturedNote> => {
      const pose = hub.sharing.get().poses.get(id);
      const place = pose ?? currentMapLocation;
      if (!place) throw new Error('There is no place to capture.');
      const map = hub.map.get();
      const [mapPicture, viewPicture, features] = await Promise.all([
        orWithout(map?.picture()),
        orWithout(hub.captures.get(id)?.()),
        orWithout(map?.features(place)),
      ]);
      return {
        title,
        lat: place.lat,
        lng: place.lng,
        heading: pose?.heading,
        map: map?.title() ?? '',
        layers: map?.layers() ?? [],
        features: features ?? [],
        link: location.href,
        mapPicture,
        viewPicture,
      };
    },
  });
}

/** A part of the note; undefined when it fails or takes too long. */
async function orWithout<Part>(part: Promise<Part> | undefined): Promise<Part | undefined> {
  return part && withTimeout(part, partMilliseconds, () => undefined).catch(() => undefined);
}

/** Capture here: the current state of the map and the street-level view in one note. */
export function CaptureDialog({ integration, onClose }: { integration: Integration; onClose: () => void }) {
  const { t } = useTranslation();
  const { data: note, isError, refetch } = useCapture(integration);
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="capture-title">
      <DialogTitle id="capture-title">{t('integration.capture')}</DialogTitle>
      {isError ? (
        <DialogContent>
          <StateMessage
            role="alert"
            icon={<PhotoCamera />}
            title={t('integration.capture.failed')}
            action={<Button onClick={() => void refetch()}>{t('app.tryAgain')}</Button>}
          />
        </DialogContent>
      ) : note ? (
        <Note note={note} onClose={onClose} />
      ) : (
        <DialogContent aria-busy>
          <Box sx={styles.pictures}>
            <Skeleton variant="rounded" height={150} />
            <Skeleton variant="rounded" height={150} />
          </Box>
          <Skeleton variant="rounded" height={120} sx={{ mt: 2 }} />
        </DialogContent>
      )}
    </Dialog>
  );
}

function Note({ note, onClose }: { note: CapturedNote; onClose: () => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState(() =>
    noteText(note, {
      place: t('integration.place'),
      map: t('header.map'),
      layers: t('integration.capture.layers'),
      features: t('integration.capture.features'),
      link: t('integration.capture.link'),
    }),
  );
  const pictures = [
    { picture: note.mapPicture, label: t('integration.capture.map') },
    { picture: note.viewPicture, label: note.title },
  ];
  return (
    <>
      <DialogContent>
        <Box sx={styles.pictures}>
          {pictures.map(
            ({ picture, label }) =>
              picture && <Box key={label} component="img" src={picture} alt={label} sx={styles.picture} />,
          )}
        </Box>
        <TextField
          label={t('integration.capture.note')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          multiline
          minRows={5}
          fullWidth
          sx={{ mt: 2 }}
        />
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', gap: 1, p: 2 }}>
        <CaptureActions note={note} text={text} onClose={onClose} />
      </DialogActions>
    </>
  );
}

const styles = {
  pictures: { display: 'grid', gap: 1, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } },
  picture: {
    width: '100%',
    height: 150,
    objectFit: 'cover',
    borderRadius: radii.control,
    border: 1,
    borderColor: 'divider',
  },
} as const;

interface CaptureActionsProps {
  note: CapturedNote;
  text: string;
  onClose: () => void;
}

/** Copy it, save the images, send it to the feedback form or a Cityworks request. */
function CaptureActions({ note, text, onClose }: CaptureActionsProps) {
  const { t } = useTranslation();
  const hub = useHub();
  const { language } = useLanguage();
  const { org, config } = useConfiguration();
  const { availableIntegrations, openIntegration } = useIntegrations();
  const [copied, setCopied] = useState(false);
  const sites = availableIntegrations.filter((integration) => ownPage(integration)?.takesCaptures);
  // Prefer the sites that are open.
  const open = sites.filter(({ state }) => state !== 'inactive');
  const offered = open.length > 0 ? open : sites;
  const request = ({ id, state }: Integration) => {
    hub.note.set({ integration: id, text });
    if (state === 'inactive') openIntegration(id);
    hub.shownTab.set(id);
    // The form is in its own window, or in the drawer of this one, while the dialog may be in another.
    (hub.windows.get(id) ?? window).focus();
    onClose();
  };
  // The clipboard belongs to the focused window.
  const copy = async ({ defaultView }: Document) => setCopied(await copyText(text, defaultView ?? window));
  return (
    <>
      <Button onClick={({ currentTarget }) => void copy(currentTarget.ownerDocument)}>
        {copied ? t('integration.capture.copied') : t('integration.capture.copy')}
      </Button>
      <Button onClick={({ currentTarget }) => savePictures(note, currentTarget.ownerDocument)}>
        {t('integration.capture.save')}
      </Button>
      {offered.map((site) => (
        <Button key={site.id} onClick={() => request(site)}>
          {offered.length > 1
            ? `${t('integration.capture.request')} (${site.title})`
            : t('integration.capture.request')}
        </Button>
      ))}
      {config.feedback?.url !== undefined && (
        <Button
          variant="contained"
          href={feedbackAddress(config.feedback.url, { ...feedbackValues(note, text), lang: language, org })}
          target="_blank"
          rel="noopener noreferrer"
        >
          {t('feedback.give')}
        </Button>
      )}
      <Button onClick={onClose}>{t('integration.capture.close')}</Button>
    </>
  );
}

function savePictures({ mapPicture, viewPicture }: CapturedNote, page: Document): void {
  for (const [name, picture] of Object.entries({ map: mapPicture, view: viewPicture })) {
    if (!picture) continue;
    const link = page.createElement('a');
    link.href = picture;
    link.download = `${name}.${/^data:image\/(\w+)/.exec(picture)?.[1] ?? 'jpg'}`;
    link.click();
  }
}
