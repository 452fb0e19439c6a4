import { createStore as createDatabase, del, entries, get, set } from 'idb-keyval';
import type { Report, ReportTarget } from '../../../portal/forms/send-report.ts';
import type { LoadedForm } from '../../../portal/forms/load-form.ts';
import { createStore, type Store } from '../../../store.ts';

/** A report that has not been accepted yet. */
export interface WaitingReport {
  /** The GlobalID of the report. */
  id: string;
  org: string;
  formId: string;
  layerKey: string;
  /** Title of the form. */
  title: string;
  /** The portal's REST root. */
  restUrl: string;
  /** Who wrote it; empty for visitors. */
  who: string;
  target: ReportTarget;
  report: Report;
  /** Epoch milliseconds. */
  at: number;
  /**
   * Why it was not accepted at the last attempt. It stays until it is sent, by its author or again
   * (`isRetried`), or discarded.
   */
  refused?: { id: string; message: string; status: number };
}

/** What is in a form that is being filled in. */
export interface ReportDraft {
  report: Report;
  /** Fields that the author has changed; `placeField` for the place. */
  touched: readonly string[];
  at: number;
}

/** In `touched`, the place that the author has chosen; no field has this name. */
export const placeField = '(place)';

const queue = createDatabase('mapping-reports', 'reports');
const forms = createDatabase('mapping-forms', 'forms');

/** Calls the listener when reports were added or removed here, or in another tab. */
export function onReports(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const listeners = new Set<() => void>();
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('mapping-reports');
channel?.addEventListener('message', ({ data }: MessageEvent<Change>) => notifyHere(data));

/** The message to other tabs about a change of the stored reports. */
interface Change {
  discarded?: string;
}

const discarded = createStore<readonly string[]>([]);

/** Ids of reports that were discarded since the page was opened: they wait no longer, and were not sent. */
export const discardedReports: Store<readonly string[]> = discarded;

function notifyHere({ discarded: id }: Change): void {
  if (id !== undefined) discarded.set([...discarded.get(), id]);
  for (const listener of listeners) listener();
}

function notify(change: Change = {}): void {
  notifyHere(change);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- channels have no target origin
  channel?.postMessage(change);
}

export async function storeReport(waiting: WaitingReport): Promise<void> {
  await set(waiting.id, waiting, queue);
  notify();
}

/** Removes a report that was sent. */
export async function dropReport(id: string): Promise<void> {
  await del(id, queue);
  notify();
}

/** Removes a report that is not going to be sent. */
export async function discardReport(id: string): Promise<void> {
  await del(id, queue);
  notify({ discarded: id });
}

/** The reports of an organisation that wait, oldest first. */
export async function waitingReports(org: string): Promise<WaitingReport[]> {
  const all = await entries<string, WaitingReport>(queue);
  return all
    .map(([, report]) => report)
    .filter((report) => report.org === org)
    .toSorted((one, other) => one.at - other.at);
}

const draftKey = (org: string, formId: string, layerKey: string, who: string) =>
  `draft ${org} ${formId} ${layerKey} ${who}`;

/** The form of an organisation, layer and person. */
export interface FormPlace {
  org: string;
  formId: string;
  layerKey: string;
  who: string;
}

export async function loadDraft({ org, formId, layerKey, who }: FormPlace): Promise<ReportDraft | undefined> {
  return get(draftKey(org, formId, layerKey, who), forms);
}

/** Without a draft, removes it. */
export async function storeDraft(
  { org, formId, layerKey, who }: FormPlace,
  draft: ReportDraft | undefined,
): Promise<void> {
  const key = draftKey(org, formId, layerKey, who);
  await (draft ? set(key, draft, forms) : del(key, forms));
}

/** Whether someone has begun a report: what a link has filled in does not count. */
export async function hasBegun(place: FormPlace): Promise<boolean> {
  const draft = await loadDraft(place);
  return draft !== undefined && (draft.touched.length > 0 || draft.report.photos.length > 0);
}

/** Gives a person what they began as a visitor. */
export async function takeOverDraft(place: FormPlace): Promise<ReportDraft | undefined> {
  const ofVisitor = { ...place, who: '' };
  const draft = await loadDraft(ofVisitor);
  if (!draft) return undefined;
  await storeDraft(place, draft);
  await storeDraft(ofVisitor, undefined);
  return draft;
}

const formKey = (org: string, formId: string, who: string) => `form ${org} ${formId} ${who}`;

/** A form that was opened before, to be filled in without a connection. */
export async function loadKnownForm(
  org: string,
  formId: string,
  who: string,
): Promise<LoadedForm | undefined> {
  return get(formKey(org, formId, who), forms);
}

export async function storeKnownForm(
  org: string,
  formId: string,
  who: string,
  form: LoadedForm | undefined,
): Promise<void> {
  const key = formKey(org, formId, who);
  await (form ? set(key, form, forms) : del(key, forms));
}
