import type Graphic from '@arcgis/core/Graphic.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type MapView from '@arcgis/core/views/MapView.js';
import { MappingError } from '../../../wire/errors.ts';
import type { FeatureChange } from '../../../wire/waiting-changes.ts';
import { allowedEdits } from '../sdk/layer-facts.ts';
import { plainHttp } from '../sdk/plain-http.ts';
import { hadNoResponse, sdkError } from '../sdk/sdk-error.ts';
import { attachmentRules, isAllowedNumber, ruleFor } from './attachment-rules.ts';
import type { AttachmentRule, EditAttachment, EditForm, EditShape, FieldValue } from './edit-feature.ts';
import type { EditQueue } from './edit-queue.ts';
import { applyWaiting, featureJson, sendOrWait } from './feature-change.ts';
import { openForm } from './form-model.ts';
import { nameOf } from './pick-features.ts';
import { deleteFeature, type FeatureToSend, sendFeature } from './send-edits.ts';

/** One feature while its form is open. */
export interface FeatureSession {
  feature: Graphic;
  form(): EditForm;
  setValue(field: string, value: FieldValue): void;
  setShape(shape: NonNullable<Graphic['geometry']>): void;
  setReshaping(on: boolean): void;
  attach(files: readonly File[], rule?: string): void;
  detach(key: string): void;
  keep(key: string): void;
  send: () => Promise<void>;
  remove: () => Promise<void>;
  /** Runs `send` or `remove` and shows its result. @returns whether it succeeded */
  run(work: () => Promise<void>): Promise<boolean>;
  close(): void;
}

interface Subject {
  layer: FeatureLayer;
  feature: Graphic;
  adds: boolean;
  /** Whether only what the map draws is known of it. */
  isPartial?: boolean | undefined;
  /** Its change that waits for a connection; the feature is opened as it will be. */
  waiting?: FeatureChange | undefined;
  queue?: EditQueue | undefined;
}

let opened = 0;

/** @param onChange called with the form after each change */
export function openFeature(
  view: MapView,
  { layer, feature, adds, isPartial = false, waiting, queue }: Subject,
  onChange: (form: EditForm) => void,
): FeatureSession {
  const before = adds ? undefined : featureJson(feature, isPartial);
  if (waiting) applyWaiting(feature, waiting);
  const edits = allowedEdits(layer);
  const objectId = feature.getObjectId();
  const key = ++opened;
  let attachments: AttachmentList | undefined;
  let shapeChanged = adds;
  let isNew = adds;
  /** Values of a new feature that the service has stored, while its attachments are not. */
  let stored: Readonly<Record<string, unknown>> = {};
  let closed = false;
  let own: Pick<EditForm, 'tried' | 'status' | 'error' | 'reshaping' | 'attachmentsUnread'> = {
    tried: false,
    status: 'ready',
    error: undefined,
    reshaping: false,
    attachmentsUnread: false,
  };
  const canUpdate = adds || edits.update;
  const rules = attachmentRules(layer);
  const title = adds ? '' : nameOf(view, layer, feature);
  const attached = () => (attachments ? attachments.added().length + attachments.deleted().length : 0);
  const form = (): EditForm => ({
    ...own,
    key,
    adds: isNew,
    layerTitle: layer.title ?? '',
    title,
    elements: model.elements(),
    shape: (feature.geometry?.type ?? undefined) as EditShape | undefined,
    canReshape: (isNew || edits.reshape) && Boolean(feature.geometry) && !isPartial,
    canUpdate,
    canDelete: !isNew && edits.delete,
    attachments: attachments?.rows(),
    canAttach: canUpdate,
    attachmentRules: rules,
    dirty: isNew || shapeChanged || model.changed() || attached() > 0,
  });
  const notify = () => {
    if (!closed) onChange(form());
  };
  const set = (change: Partial<typeof own>) => {
    own = { ...own, ...change };
    notify();
  };
  // The first call comes while the form is still being created.
  const model = openForm(view, layer, feature, adds, () => queueMicrotask(notify), isPartial);
  const subject = { layer, feature, title, before, waiting };
  const loadAttachments = async () => {
    const stored = typeof objectId === 'number' && !adds ? objectId : undefined;
    const list = await openAttachments(layer, stored, rules);
    if (closed) return list.close();
    attachments = list;
    notify();
  };
  if (layer.capabilities?.data?.supportsAttachment)
    void loadAttachments().catch((cause: unknown) => {
      // Without a connection the rest of the feature can be edited.
      if (queue && hadNoResponse(cause)) set({ attachmentsUnread: true });
      else set({ error: sdkError(cause, 'edit:failed') });
    });
  return {
    feature,
    form,
    setValue: (field, value) => model.setValue(field, value),
    setShape(shape) {
      feature.geometry = shape;
      shapeChanged = true;
      model.shapeChanged();
      notify();
    },
    setReshaping: (reshaping) => set({ reshaping }),
    attach(files, rule) {
      attachments?.attach(files, rule);
      notify();
    },
    detach(key) {
      attachments?.detach(key);
      notify();
    },
    keep(key) {
      attachments?.keep(key);
      notify();
    },
    async send() {
      if (!(await model.check()) || !(attachments?.areAllowed() ?? true))
        throw new MappingError('edit:faults', 'Some fields have errors.', { status: 400 });
      const values = model.values();
      const edit: FeatureToSend = {
        layer,
        feature,
        adds: isNew,
        values: Object.fromEntries(Object.entries(values).filter(([name, value]) => stored[name] !== value)),
        withShape: shapeChanged,
        added: attachments?.added() ?? [],
        keywordsOf: (file) => attachments?.keywordsOf(file) ?? '',
        deleted: attachments?.deleted() ?? [],
        onStored(part) {
          if ('file' in part) return attachments?.noteSent(part.file, part.attachmentId);
          feature.attributes = { ...feature.attributes, [layer.objectIdField]: part.objectId } as object;
          stored = values;
          isNew = shapeChanged = false;
        },
      };
      const kind = isNew ? 'add' : 'update';
      const change = {
        kind,
        values: edit.values,
        withShape: shapeChanged,
        withFiles: attached() > 0,
      } as const;
      await sendOrWait(queue, subject, change, () => sendFeature(edit));
    },
    remove: () => sendOrWait(queue, subject, { kind: 'delete' }, () => deleteFeature(layer, feature)),
    async run(work) {
      set({ status: 'sending', error: undefined });
      try {
        await work();
        return true;
      } catch (cause) {
        const error = sdkError(cause, 'edit:failed');
        // Each field shows its own error.
        set({ status: 'ready', tried: true, error: error.id === 'edit:faults' ? undefined : error });
        return false;
      }
    },
    close() {
      closed = true;
      attachments?.close();
      model.close();
    },
  };
}

interface Stored {
  id: number;
  globalId: string | null | undefined;
}

/** The attachments of a feature, with the changes to send. */
interface AttachmentList {
  rows(): EditAttachment[];
  attach(files: readonly File[], rule?: string): void;
  detach(key: string): void;
  keep(key: string): void;
  /** Whether the form allows the numbers of attachments. */
  areAllowed(): boolean;
  keywordsOf(file: File): string;
  added(): readonly File[];
  deleted(): readonly Stored[];
  /** Lists an added file as stored: another attempt does not send it again. */
  noteSent(file: File, id: number): void;
  close(): void;
}

/** @param objectId undefined for a feature that is not in the layer yet */
async function openAttachments(
  layer: FeatureLayer,
  objectId: number | undefined,
  rules: readonly AttachmentRule[],
): Promise<AttachmentList> {
  const found = objectId === undefined ? {} : await layer.queryAttachments({ objectIds: [objectId] });
  const stored: (Stored & {
    name?: string;
    size?: number;
    contentType?: string;
    url?: string | null;
    keywords?: string | null;
  })[] = [...((objectId === undefined ? undefined : found[objectId]) ?? [])];
  const files = new Map<string, { file: File; address: string; rule: string | undefined }>();
  const gone = new Set<string>();
  let last = 0;
  const drop = (key: string) => {
    const one = files.get(key);
    if (one) URL.revokeObjectURL(one.address);
    return files.delete(key);
  };
  const rows = () => [
    ...stored.map(({ id, name, size, contentType, url, keywords }): EditAttachment => {
      const key = `stored ${id}`;
      return {
        key,
        rule: ruleFor(rules, keywords ?? '')?.key,
        name: name ?? '',
        size: size ?? 0,
        address: url ? plainHttp(url, location.origin) : undefined,
        picture: isPicture(contentType),
        state: gone.has(key) ? 'deleted' : 'stored',
      };
    }),
    ...[...files].map(([key, { file, address, rule }]): EditAttachment => {
      const { name, size, type } = file;
      return { key, rule, name, size, address, picture: isPicture(type), state: 'added' };
    }),
  ];
  const keywordsOf = (file: File) => {
    const added = [...files.values()].find((one) => one.file === file);
    return rules.find(({ key }) => key === added?.rule)?.keyword ?? '';
  };
  return {
    rows,
    attach(chosen, rule) {
      for (const file of chosen)
        files.set(`added ${++last}`, { file, address: URL.createObjectURL(file), rule });
    },
    areAllowed() {
      const kept = rows().filter(({ state }) => state !== 'deleted');
      return rules.every((rule) => isAllowedNumber(rule, kept.filter((one) => one.rule === rule.key).length));
    },
    keywordsOf,
    detach: (key) => void (drop(key) || gone.add(key)),
    keep: (key) => void gone.delete(key),
    added: () => [...files.values()].map(({ file }) => file),
    deleted: () => stored.filter(({ id }) => gone.has(`stored ${id}`)),
    noteSent(file, id) {
      const keywords = keywordsOf(file);
      for (const [key, one] of files) if (one.file === file) drop(key);
      const { name, size, type: contentType } = file;
      stored.push({ id, globalId: undefined, name, size, contentType, keywords });
    },
    close() {
      for (const key of files.keys()) drop(key);
    },
  };
}

/** Pictures that browsers can display; SVG may contain scripts, so it is only listed by its name. */
function isPicture(type: string | null | undefined): boolean {
  return /^image\/(png|jpe?g|gif|webp|bmp|avif)$/i.test(type ?? '');
}
