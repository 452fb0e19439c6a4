import { createContext, type ReactNode, useContext } from 'react';
import type { PageGraphic, ShownArea } from '../../../../../wire/integration-messages.ts';
import type { MapModel } from '../../../../map/map-model.ts';
import type { WritableStore } from '../../../../store.ts';
import type { FeatureAtPlace } from '../../../../map/map-picture/map-picture.ts';
import type { Sharing } from './shared-location.ts';

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

export const HubContext = createContext<IntegrationsHub | undefined>(undefined);

/** Requests the shared state again; undefined unless it could not be loaded. */
export const HubRetryContext = createContext<(() => void) | undefined>(undefined);

export function useHub(): IntegrationsHub {
  const hub = useContext(HubContext);
  if (!hub) throw new Error('useHub() is used outside of the integrations’ provider.');
  return hub;
}

/** Renders its children once the shared state is loaded. */
export function WithHub({ children }: { children: ReactNode }) {
  return useContext(HubContext) && children;
}
