import AssignmentOutlined from '@mui/icons-material/AssignmentOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MissingWork, NewRequest, WorkItem } from '../../../wire/cityworks.ts';
import { MappingError } from '../../../wire/errors.ts';
import { typeConfig } from '../../../wire/integrations/integration-config.ts';
import { cityworksKeys } from '../../../web/api/query-keys.ts';
import { ErrorMessage } from '../../../web/i18n/error-message.tsx';
import { StateMessage } from '../../../web/ui/state-message.tsx';
import type { HostConnection, HostLocation } from '../../../web/integrations/client/client.ts';
import { connectPage } from '../../../web/integrations/page/connect-page.ts';
import { RequestForm } from './request-form.tsx';
import { type WorkClient, workClient } from './work-client.ts';
import { keyOf, WorkList } from './work-list.tsx';

export interface WorkPanelProps {
  client: WorkClient;
  place: HostLocation;
  /** Radius in metres. */
  radius: number;
  signedIn: boolean;
  host: () => HostConnection | undefined;
  /** The last captured note, for a new request; a new object per capture. */
  note?: NoteForRequest | undefined;
  /** The record last clicked on the map, by `keyOf`; a new object per click. */
  picked?: { key: string } | undefined;
}

/** A captured note that has not been sent yet. */
export interface NoteForRequest {
  text: string;
}

const colors = { 'work-order': '#1565c0', request: '#c62828', inspection: '#6a1b9a' } as const;

/** The open work near a location as a list and on the map, and a form for reports. */
export function WorkPanel({ client, place, radius, signedIn, host, note, picked }: WorkPanelProps) {
  const { t } = useTranslation();
  const { fresh, reporting, report, close } = useReporting(note);
  const [forms, setForms] = useState({ note, count: 0 });
  // The host does not report a page's own moves back: a request uses the user's last location.
  const [shown, setShown] = useState<{ since: HostLocation; lat: number; lng: number }>();
  const here = shown?.since === place ? { ...place, lat: shown.lat, lng: shown.lng } : place;
  const { lat, lng } = place;
  const work = useQuery({
    queryKey: cityworksKeys.work(lat, lng),
    queryFn: () => client.near({ lat, lng }),
    enabled: signedIn,
  });
  const sending = useMutation({
    mutationFn: ({ request }: Sent) => client.create(request),
    onSuccess: (_id, { of }) => {
      close(of);
      // A note captured since then is still to be sent.
      if (of === note) host()?.noted();
      void work.refetch();
    },
  });
  // What is being sent, or was refused, stays in sight, also when something is captured meanwhile.
  if (fresh && forms.note !== fresh && !sending.isPending && !sending.isError)
    setForms({ note: fresh, count: forms.count + 1 });
  useEffect(() => {
    host()?.graphics((work.data?.items ?? []).flatMap(graphicOf));
  }, [host, work.data]);
  if (!signedIn) return <StateMessage icon={<AssignmentOutlined />} title={t('integration.work.signIn')} />;
  return (
    <Box
      sx={{
        p: 2,
        display: 'grid',
        gap: 2,
        alignContent: 'start',
        minHeight: '100dvh',
        backgroundColor: 'background.paper',
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
        <Typography variant="h2" sx={{ flex: 1 }}>
          {t('integration.work.title')}
        </Typography>
        {!reporting && (
          <Button
            variant="contained"
            onClick={() => {
              sending.reset();
              report();
            }}
          >
            {t('integration.work.new')}
          </Button>
        )}
      </Box>
      {sending.isSuccess && (
        <Alert severity="success" onClose={sending.reset}>
          {t('integration.work.sent', { id: sending.data })}
        </Alert>
      )}
      {reporting && (
        <RequestForm
          key={forms.count}
          client={client}
          place={here}
          note={fresh?.text ?? ''}
          sending={sending}
          onSend={(request) => sending.mutate({ request, of: forms.note })}
          onClose={() => {
            close(forms.note);
            sending.reset();
            if (forms.note === note) host()?.noted();
          }}
        />
      )}
      {work.isPending && <Skeleton variant="rounded" height={180} aria-busy />}
      {work.isError && (
        <StateMessage
          role="alert"
          icon={<AssignmentOutlined />}
          title={t('integration.work.failed')}
          detail={<ErrorMessage error={work.error} />}
          action={<Button onClick={() => void work.refetch()}>{t('app.tryAgain')}</Button>}
        />
      )}
      {work.data && work.data.missing.length > 0 && (
        <MissingKinds
          missing={work.data.missing}
          asking={work.isFetching}
          onAgain={() => void work.refetch()}
        />
      )}
      {work.data?.items.length === 0 && work.data.missing.length === 0 && (
        <StateMessage icon={<AssignmentOutlined />} title={t('integration.work.none', { metres: radius })} />
      )}
      {work.data && (
        <WorkList
          items={work.data.items}
          picked={picked}
          onShow={({ lat: north, lng: east }) => {
            if (north === null || east === null) return;
            setShown({ since: place, lat: north, lng: east });
            // The map and the street-level pages move there too.
            host()?.moved({ lat: north, lng: east });
          }}
        />
      )}
    </Box>
  );
}

interface Sent {
  request: NewRequest;
  /** The note that filled its form. */
  of: NoteForRequest | undefined;
}

/** A capture opens the form directly, even when the panel is already open. */
function useReporting(note: NoteForRequest | undefined) {
  const [requested, setRequested] = useState(false);
  const [done, setDone] = useState<NoteForRequest>();
  const fresh = note === done ? undefined : note;
  return {
    /** The note that was neither sent nor discarded. */
    fresh,
    reporting: requested || fresh !== undefined,
    report: () => setRequested(true),
    close(handled: NoteForRequest | undefined) {
      setRequested(false);
      setDone(handled);
    },
  };
}

function graphicOf(item: WorkItem) {
  const { kind, title, lat, lng } = item;
  if (lat === null || lng === null) return [];
  const properties = { kind, color: colors[kind], title: title.slice(0, 200), key: keyOf(item) };
  return [{ type: 'Feature', geometry: { type: 'Point', coordinates: [lng, lat] }, properties }];
}

interface MissingKindsProps {
  missing: readonly MissingWork[];
  /** Whether they are being requested again. */
  asking: boolean;
  onAgain: () => void;
}

/** The kinds of work missing in the list, and why. */
function MissingKinds({ missing, asking, onAgain }: MissingKindsProps) {
  const { t } = useTranslation();
  return (
    <Alert
      severity="warning"
      action={
        <Button loading={asking} onClick={onAgain}>
          {t('app.tryAgain')}
        </Button>
      }
    >
      {missing.map(({ kind, id, detail }) => (
        <Box key={kind}>
          <strong>{t('integration.work.missing', { kind: t(`integration.work.kind.${kind}`) })}</strong>{' '}
          <ErrorMessage error={new MappingError(id, detail)} />
        </Box>
      ))}
    </Alert>
  );
}

/** Cityworks beside the map: the open work near the chosen location, and a form for a new request. */
export function CityworksPage() {
  const host = useRef<HostConnection>(undefined);
  const [client, setClient] = useState<WorkClient>();
  const [signedIn, setSignedIn] = useState(false);
  const [radius, setRadius] = useState(0);
  const [place, setPlace] = useState<HostLocation>();
  const [note, setNote] = useState<NoteForRequest>();
  const [picked, setPicked] = useState<{ key: string }>();
  useEffect(() => {
    const connection = connectPage({
      open(at, { config, signedIn: now }) {
        setRadius(typeConfig('cityworks', config).radius);
        setSignedIn(now);
        setClient(workClient(connection.ask));
        setPlace(at);
      },
      move: (at) => setPlace(at),
      note: (text) => setNote({ text }),
      session: setSignedIn,
      picked: (key) => setPicked({ key }),
    });
    host.current = connection;
  }, []);
  if (!client || !place) return null;
  return (
    <WorkPanel
      client={client}
      place={place}
      radius={radius}
      signedIn={signedIn}
      host={() => host.current}
      note={note}
      picked={picked}
    />
  );
}
