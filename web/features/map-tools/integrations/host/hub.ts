import { createContext, useContext, useSyncExternalStore } from 'react';
import type { PageGraphic, ShownArea } from '../../../../../wire/integration-messages.ts';
import { createStore, type Store, type WritableStore } from '../../../../map/store.ts';
import type { FeatureAtPlace } from '../../../../map/map-picture/feature-at-place.ts';
import { nothingShared, type Sharing } from './shared-location.ts';

/** Choices of the person that hold for all open integrations. */
export interface HubChoices {
  /** The map keeps the leading marker in view. */
  follow: boolean;
  /** All turn when one turns. */
  lockHeading: boolean;
  /** The map shows where there is something to see. */
  coverage: boolean;
  /** All active ones are seen at once. */
  sideBySide: boolean;
}

/** The pin tool, with which a click on the map chooses a place. `once`: until the place that an opened integration waits for. */
export type Pin = 'off' | 'once' | 'on';

/** A captured note on its way to an integration. */
export interface NoteFor {
  integration: string;
  text: string;
}

/** What a capture asks the open map for. */
export interface MapForNotes {
  picture(): Promise<string>;
  features(place: { lat: number; lng: number }): Promise<FeatureAtPlace[]>;
  title(): string;
  layers(): { id: string; title: string }[];
}

/** Where the parts of this feature meet: the drawer, the windows and the marks on the map. */
export interface IntegrationsHub {
  readonly sharing: WritableStore<Sharing>;
  readonly choices: WritableStore<HubChoices>;
  /** One for all integrations, for they share their place. */
  readonly pin: WritableStore<Pin>;
  /** What each integration shows on the map. */
  readonly graphics: WritableStore<ReadonlyMap<string, readonly PageGraphic[]>>;
  /** The tab that is shown; empty: the first. */
  readonly shownTab: WritableStore<string>;
  /** Windows of those that were popped out. */
  readonly windows: Map<string, Window>;
  /** The integration whose view is being captured; empty: none. */
  readonly capturing: WritableStore<string>;
  /** Asks an integration for a picture of what it shows. */
  readonly captures: Map<string, () => Promise<string | undefined>>;
  /** Tells an integration which of its graphics was clicked. */
  readonly picks: Map<string, (key: string) => void>;
  /** What was captured for the form of an integration that has not used it yet. */
  readonly note: WritableStore<NoteFor | undefined>;
  /** The open map, for captures; undefined on pages without one. */
  readonly map: WritableStore<MapForNotes | undefined>;
  /** What the open map shows; undefined on pages without one. */
  readonly area: WritableStore<ShownArea | undefined>;
  /** The zoom level of the open map, for URL templates. */
  readonly zoom: WritableStore<number>;
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
  };
}

export const HubContext = createContext<IntegrationsHub | undefined>(undefined);

export function useHub(): IntegrationsHub {
  const hub = useContext(HubContext);
  if (!hub) throw new Error('useHub() is used outside of the integrations’ provider.');
  return hub;
}

/** A store of the hub; renders again when it changes. */
export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get);
}
