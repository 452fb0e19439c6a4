import { type RefObject, useEffect, useRef, useState } from 'react';
import { noteAtMost, type Place } from '../../../../../wire/integration-messages.ts';
import { useIntegrations } from '../../../../context/application-context.ts';
import type { Integration } from '../../../../context/integrations.ts';
import type { MapLocation } from '../../../../context/locations.ts';
import { projectPoint } from '../../../../map/projection/project-point.ts';
import type { IntegrationAddress } from './address.ts';
import {
  type FrameChannel,
  createFrameChannel,
  type FrameReport,
  type FromPage,
  type ToPage,
} from './frame-channel.ts';
import { followShared } from './follow-shared.ts';
import { useHub } from './hub.ts';
import { pageMoved, type ViewPose } from './shared-location.ts';
import { useFrameMessages } from './use-frame-messages.ts';

/**
 * Keeps a frame in sync with the map and the other integrations while it is mounted. A frame that is mounted elsewhere
 * (popped out, returned to the drawer) restarts and receives the last location and heading.
 */
export function useFrameChannel(
  frame: RefObject<HTMLIFrameElement | null>,
  integration: Integration,
  address: IntegrationAddress,
  shown: boolean,
) {
  const hub = useHub();
  const { currentMapLocation } = useIntegrations();
  const ownMessages = useFrameMessages(integration);
  const [report, setReport] = useState<FrameReport>({ state: 'loading' });
  const [requestedUrl, setRequestedUrl] = useState('');
  const refused = useRef(false);
  const channelRef = useRef<FrameChannel>(undefined);
  const latest = useRef({ currentMapLocation, ownMessages, shown });
  useEffect(() => {
    latest.current = { currentMapLocation, ownMessages, shown };
  });
  const { id } = integration;
  const { origin, own } = address;

  useEffect(() => {
    const holder = frame.current?.ownerDocument.defaultView;
    if (!holder) return undefined;
    const handle = async (message: FromPage) => {
      if (message.type === 'graphics')
        hub.graphics.set(new Map(hub.graphics.get()).set(id, message.features));
      else if (message.type === 'open') {
        // A foreign page prompts the user, and a refusal is permanent.
        if (own) holder.open(message.url, '_blank', 'noopener,noreferrer');
        else if (!refused.current) setRequestedUrl(message.url);
      } else if (message.type === 'ask') {
        if (!own) return;
        const { seq, path, body } = message;
        channel.send({
          type: 'answer',
          inReplyTo: seq,
          ...(await latest.current.ownMessages.ask(path, body)),
        });
      } else if (message.type === 'noted') {
        if (hub.note.get()?.integration === id) hub.note.set(undefined);
      } else {
        const { heading, pitch, inReplyTo } = message;
        const spot = 'lat' in message ? message : await toDegrees(message);
        const pose = { lat: spot.lat, lng: spot.lng, heading, pitch };
        const { lockHeading } = hub.choices.get();
        hub.sharing.set(pageMoved(hub.sharing.get(), { id, pose, inReplyTo, lockHeading }));
      }
    };
    // By message, because a window has its own storage.
    const noteFor = () => {
      const note = hub.note.get();
      return own && note?.integration === id
        ? [{ type: 'note' as const, text: note.text.slice(0, noteAtMost).toWellFormed() }]
        : [];
    };
    let wants: readonly string[] = [];
    const areaNow = (): ToPage[] => {
      const view = hub.area.get();
      return view && wants.includes('view') && hub.choices.get().coverage ? [{ type: 'view', view }] : [];
    };
    const channel = createFrameChannel({
      id,
      holder,
      origin,
      own,
      page: () => frame.current?.contentWindow ?? null,
      onReport: setReport,
      onMessage: (message) => void handle(message).catch(() => setReport({ state: 'projection' })),
      onReady(ready) {
        ({ wants } = ready);
        follower.restart(ready.wkid);
      },
    });
    const follower = followShared({
      sharing: hub.sharing,
      id,
      async introduce() {
        const { credentials, signedIn } = latest.current.ownMessages;
        const secrets = own ? await credentials(wants) : undefined;
        return [
          ...(secrets ? [{ type: 'credentials' as const, values: secrets }] : []),
          ...(own ? [{ type: 'session' as const, signedIn: await signedIn() }] : []),
        ];
      },
      // Before there is a location, only a page that wants the view is started.
      prepare: () =>
        wants.includes('view')
          ? [{ type: 'init', seq: 0, ...latest.current.ownMessages.init }, ...areaNow()]
          : [],
      begin: ({ seq }, location, prepared) => [
        { type: 'init', seq, location, ...latest.current.ownMessages.init },
        { type: 'visibility', shown: latest.current.shown },
        ...noteFor(),
        ...(prepared ? [] : areaNow()),
      ],
      place: (pose, wkid) => toPlace(pose, latest.current.currentMapLocation, wkid),
      channel,
    });
    channelRef.current = channel;
    const stopAreas = [hub.area, hub.choices].map((store) =>
      store.subscribe(() => areaNow().forEach(channel.send)),
    );
    const stopNotes = hub.note.subscribe(() => {
      for (const note of noteFor()) channel.send(note);
    });
    const stopSession = latest.current.ownMessages.onSession((signedIn) => {
      if (own) channel.send({ type: 'session', signedIn });
    });
    hub.captures.set(id, () => channel.capture(follower.sent()));
    hub.picks.set(id, (key) => channel.send({ type: 'picked', key }));
    return () => {
      follower.end();
      for (const stopArea of stopAreas) stopArea();
      stopNotes();
      stopSession();
      channel.end();
      hub.captures.delete(id);
      hub.picks.delete(id);
    };
  }, [hub, frame, id, origin, own]);

  useEffect(() => channelRef.current?.send({ type: 'visibility', shown }), [shown]);
  const { theme } = ownMessages.init;
  useEffect(() => channelRef.current?.send({ type: 'theme', theme }), [theme]);
  const answerOpenRequest = (granted: boolean) => {
    refused.current = !granted;
    setRequestedUrl('');
  };
  return { report, requestedUrl, answerOpenRequest, loaded: () => channelRef.current?.loaded() };
}

/** A location in the page's requested spatial reference, else in the map's. */
async function toPlace(
  { lat, lng, heading, pitch }: ViewPose,
  map: MapLocation | undefined,
  wanted: number | undefined,
): Promise<Place> {
  const wkid = wanted ?? map?.wkid ?? 4326;
  const exact = map && map.wkid === wkid && map.lat === lat && map.lng === lng;
  const { x, y } = exact ? map : await projectPoint({ x: lng, y: lat, wkid: 4326 }, wkid);
  return {
    lat,
    lng,
    x,
    y,
    wkid,
    ...(heading !== undefined && { heading }),
    ...(pitch !== undefined && { pitch }),
  };
}

async function toDegrees(point: {
  x: number;
  y: number;
  wkid: number;
}): Promise<{ lat: number; lng: number }> {
  const { x, y } = await projectPoint(point, 4326);
  return { lat: y, lng: x };
}
