import type { PageGraphic, ShownArea } from '../../../../../wire/integration-messages.ts';
import { createStore } from '../../../../store.ts';
import type {
  AskedPlace,
  HubChoices,
  IntegrationsHub,
  MapForExtensions,
  MapForNotes,
  NoteFor,
  Pin,
  PressedFeature,
} from './hub.ts';
import { nothingShared, type Sharing, type ViewPose } from './shared-location.ts';

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
