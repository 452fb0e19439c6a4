import { useEffect, useRef, useState } from 'react';
import { typeConfig } from '../../../wire/integrations/integration-config.ts';
import type { HostConnection, HostLocation } from '../client/client.ts';
import { connectPage } from '../page/connect-page.ts';
import { type WorkClient, workClient } from './work-client.ts';
import { type NoteForRequest, WorkPanel } from './work-panel.tsx';

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
