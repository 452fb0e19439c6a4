import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ChangedComments, PresentPerson } from '../../../../wire/map-comment.ts';
import { announceView, followMap, type MapAddress } from '../../../api/map-comments.ts';
import { useMapState } from '../../../map/map-model.ts';

/** Milliseconds between two announced views, while the map moves. */
const pauseOfViews = 1_000;

interface LiveOptions {
  on: boolean;
  /** Username of the person whom others see here; empty for a visitor. */
  who: string;
  /** Id of the person whose view the map follows while they are there. */
  followed: string | undefined;
  onComments: (changed: ChangedComments) => void;
}

/**
 * Follows a map while the page is visible: browsers open few connections to one server, and a hidden page is
 * not looking at the map.
 * @returns everyone else who has the map open
 */
export function useLiveMap(
  map: MapAddress,
  { on, who, followed, onComments }: LiveOptions,
): readonly PresentPerson[] {
  const [people, setPeople] = useState<readonly PresentPerson[]>([]);
  const [own] = useState(newSecret);
  /** The id that others know this page by. */
  const [id, setId] = useState<string>();
  const visible = useVisible();
  const changed = useEffectEvent(onComments);
  const active = on && visible;
  useEffect(() => {
    if (!active) return undefined;
    const leaving = new AbortController();
    void followMap(map, own, {
      signal: leaving.signal,
      onSelf: setId,
      onComments: (comments) => changed(comments),
      onPerson: (person) => setPeople((known) => [...known.filter(({ id }) => id !== person.id), person]),
      onLeft: (left) => setPeople((known) => known.filter(({ id }) => id !== left)),
      onLost: () => setPeople([]),
    });
    return () => {
      leaving.abort();
      setPeople([]);
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another person is announced anew
  }, [active, map, own, who]);
  // Followers announce no view: two people who follow each other would zoom out without end.
  const silent = people.some((person) => person.id === followed);
  useAnnouncedView(map, own, active && people.length > 0, silent);
  return people.filter((person) => person.id !== id);
}

function useAnnouncedView(map: MapAddress, own: string, on: boolean, silent: boolean): void {
  const area = useMapState((state) => state.area);
  const last = useRef(0);
  useEffect(() => {
    if (!on) return undefined;
    const wait = Math.max(0, last.current + pauseOfViews - Date.now());
    const timer = setTimeout(() => {
      last.current = Date.now();
      const rectangle = !area || silent ? null : ([...area] as [number, number, number, number]);
      // The next move announces the view again.
      void announceView(map, own, rectangle).catch(() => {});
    }, wait);
    return () => clearTimeout(timer);
  }, [map, own, on, silent, area]);
}

function useVisible(): boolean {
  const [visible, setVisible] = useState(!document.hidden);
  useEffect(() => {
    const update = () => setVisible(!document.hidden);
    document.addEventListener('visibilitychange', update);
    return () => document.removeEventListener('visibilitychange', update);
  }, []);
  return visible;
}

/** `crypto.randomUUID` exists on secure origins only. */
function newSecret(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
