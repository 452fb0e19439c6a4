import { createContext, useContext } from 'react';
import type { PageGraphic, ShownArea } from '../../../../../wire/integration-messages.ts';
import type { MapModel } from '../../../../map/map-model.ts';
import { createStore, type WritableStore } from '../../../../store.ts';
import type { FeatureAtPlace } from '../../../../map/map-picture/map-picture.ts';
import { nothingShared, type Sharing, type ViewPose } from './shared-location.ts';

/** The user's options for all open integrations. */
export interface HubChoices {
  /** The map keeps the leading marker in view. */
  follow: boolean;
  /** All headings are synchronised. */
  lockHeading: boolean;
  /** The map shows where there is content. */
  coverage: boolean;
  /** All active ones are shown at once. */
  sideBySide: boolean;
}

/**
 * The pin tool, with which a click on the map chooses a location. `once`: until an opened integration has its first
 * location.
 */
export type Pin = 'off' | 'once' | 'on';

/** A captured note to be delivered to an integration. */
export interface NoteFor {
  integration: string;
  text: string;
}

/** The map's parts of a capture. */
export interface MapForNotes {
  picture(): Promise<string>;
  features(place: { lat: number; lng: number }): Promise<FeatureAtPlace[]>;
  title(): string;
  layers(): { id: string; title: string }[];
}

/** The open map, for extensions. */
export interface MapForExtensions {
  model: MapModel;
  /** Whether the map's author lets the user read tables of features. */
  mayRead: boolean;
}

/** A feature in whose popup the button of an extension was pressed. */
export interface PressedFeature {
  extension: string;
  layerId: string;
  objectId: number;
}

/** An extension waits for the user to choose a place. */
export interface AskedPlace {
  title: string;
  /** Ends the request; undefined: the user cancelled it. */
  answer(place: { lat: number; lng: number } | undefined): void;
}

/** State shared by the parts of this feature: the drawer, the windows and the map. */
export interface IntegrationsHub {
  readonly sharing: WritableStore<Sharing>;
  readonly choices: WritableStore<HubChoices>;
  /** One for all integrations, because they share their location. */
  readonly pin: WritableStore<Pin>;
  /** Each integration's graphics on the map. */
  readonly graphics: WritableStore<ReadonlyMap<string, readonly PageGraphic[]>>;
  /** The visible tab; empty: the first. */
  readonly shownTab: WritableStore<string>;
  /** Windows of popped-out integrations. */
  readonly windows: Map<string, Window>;
  /** The integration whose view is being captured; empty: none. */
  readonly capturing: WritableStore<string>;
  /** Requests an image from an integration. */
  readonly captures: Map<string, () => Promise<string | undefined>>;
  /** Notifies an integration of a click on one of its graphics. */
  readonly picks: Map<string, (key: string) => void>;
  /** A captured note that an integration has not used yet. */
  readonly note: WritableStore<NoteFor | undefined>;
  /** The open map, for captures; undefined on pages without one. */
  readonly map: WritableStore<MapForNotes | undefined>;
  /** The extent of the open map; undefined on pages without one. */
  readonly area: WritableStore<ShownArea | undefined>;
  /** The zoom level of the open map, for URL templates. */
  readonly zoom: WritableStore<number>;
  readonly openMap: WritableStore<MapForExtensions | undefined>;
  /** Until the extension has it. */
  readonly pressed: WritableStore<PressedFeature | undefined>;
  /** Extensions without a page to see that were started from popups, by id. */
  readonly acting: WritableStore<readonly string[]>;
  readonly askedPlace: WritableStore<AskedPlace | undefined>;
}

export const defaultChoices: HubChoices = {
  follow: true,
  lockHeading: false,
  coverage: true,
  sideBySide: false,
};

export function createHub(
  kept: {
    sharing?: Sharing;
    choices?: Partial<HubChoices>;
    shownTab?: string;
    note?: NoteFor | undefined;
  } = {},
): IntegrationsHub {
  return {
    sharing: createStore(kept.sharing ?? nothingShared),
    choices: createStore({ ...defaultChoices, ...kept.choices }),
    pin: createStore<Pin>('off'),
    graphics: createStore<ReadonlyMap<string, readonly PageGraphic[]>>(new Map()),
    shownTab: createStore(kept.shownTab ?? ''),
    capturing: createStore(''),
    windows: new Map(),
    captures: new Map(),
    picks: new Map(),
    note: createStore(kept.note),
    map: createStore<MapForNotes | undefined>(undefined),
    area: createStore<ShownArea | undefined>(undefined),
    zoom: createStore(17),
    openMap: createStore<MapForExtensions | undefined>(undefined),
    pressed: createStore<PressedFeature | undefined>(undefined),
    acting: createStore<readonly string[]>([]),
    askedPlace: createStore<AskedPlace | undefined>(undefined),
  };
}

export const HubContext = createContext<IntegrationsHub | undefined>(undefined);

export function useHub(): IntegrationsHub {
  const hub = useContext(HubContext);
  if (!hub) throw new Error('useHub() is used outside of the integrations’ provider.');
  return hub;
}

interface Kept {
  sharing: Sharing;
  choices: HubChoices;
  shownTab: string;
  note: NoteFor | undefined;
}

/** The part of the hub that survives a reload, as JSON. */
export function serializeHub({ sharing, choices, shownTab, note }: Kept): unknown {
  const { shared, leader, poses } = sharing;
  return { shared, leader, poses: [...poses], choices, shownTab, note };
}

/** Parses the output of `serializeHub`, ignoring invalid parts. */
export function parseHub(kept: unknown): Partial<Kept> {
  if (typeof kept !== 'object' || kept === null) return {};
  const { shared, leader, poses, choices, shownTab, note } = kept as Record<string, unknown>;
  const list = Array.isArray(poses) ? (poses as unknown[]) : [];
  const read: [string, ViewPose][] = [];
  for (const entry of list)
    if (Array.isArray(entry) && typeof entry[0] === 'string' && isViewPose(entry[1]))
      read.push([entry[0], entry[1]]);
  const sharedFrom = isViewPose(shared)
    ? (shared as ViewPose & { seq?: unknown; from?: unknown })
    : undefined;
  return {
    sharing: {
      ...nothingShared,
      shared: sharedFrom && {
        ...sharedFrom,
        seq: Number(sharedFrom.seq) || 1,
        from: String(sharedFrom.from),
      },
      leader: typeof leader === 'string' ? leader : undefined,
      poses: new Map(read),
    },
    choices: readChoices(choices),
    shownTab: typeof shownTab === 'string' ? shownTab : '',
    note: isNote(note) ? { integration: note.integration, text: note.text } : undefined,
  };
}

function readChoices(kept: unknown): HubChoices {
  const read = { ...defaultChoices };
  if (typeof kept !== 'object' || kept === null) return read;
  for (const name of Object.keys(defaultChoices) as (keyof HubChoices)[]) {
    const value = (kept as Record<string, unknown>)[name];
    if (typeof value === 'boolean') read[name] = value;
  }
  return read;
}

function isNote(value: unknown): value is NoteFor {
  if (typeof value !== 'object' || value === null) return false;
  const { integration, text } = value as Record<string, unknown>;
  return typeof integration === 'string' && typeof text === 'string';
}

function isViewPose(value: unknown): value is ViewPose {
  if (typeof value !== 'object' || value === null) return false;
  const { lat, lng } = value as Record<string, unknown>;
  return (
    Number.isFinite(lat) &&
    Number.isFinite(lng) &&
    Math.abs(Number(lat)) <= 90 &&
    Math.abs(Number(lng)) <= 180
  );
}
