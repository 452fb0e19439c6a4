import { sdkError } from '../sdk/sdk-error.ts';
import { type EarlierFile, fetchFiles, type LoadFile, type SeenFiles } from './earlier-files.ts';
import { objectIdOf } from './earlier-features.ts';
import type { EditableLayer, EditAnswer, EditedFeature } from './editable-layer.ts';
import type { FeatureEdit } from './follow-edits.ts';
import type { RenamedIds } from './renamed-ids.ts';

interface Memory {
  seen: SeenFiles;
  load: LoadFile;
  renamed: RenamedIds;
}

/** Wraps the methods of a layer that edit the attachments of one feature to record how each edit is undone. */
export function recordAttachments(
  layer: EditableLayer,
  listener: (edit: FeatureEdit) => void,
  { seen, load, renamed }: Memory,
): () => void {
  const add = layer.addAttachment?.bind(layer);
  const update = layer.updateAttachment?.bind(layer);
  const remove = layer.deleteAttachments?.bind(layer);
  if (!add || !update || !remove) return () => {};

  const report = (undo: (() => Promise<void>) | undefined) =>
    listener({
      layerTitle: layer.title ?? '',
      kind: 'attached',
      features: 1,
      losesAttachments: false,
      undo:
        undo &&
        (async () => {
          try {
            await undo();
          } catch (cause) {
            throw sdkError(cause, 'edit:not-undone');
          }
        }),
    });
  /** The feature by the id it has now. */
  const owner = (feature: EditedFeature): EditedFeature => {
    const copy = (feature as EditedFeature & { clone?(): EditedFeature }).clone?.() ?? { ...feature };
    const id = objectIdOf(layer, feature);
    if (id !== undefined)
      copy.attributes = { ...copy.attributes, [layer.objectIdField]: renamed.featureIdNow(id) };
    return copy;
  };
  const earlier = async (feature: EditedFeature, ids: readonly number[]) => {
    const objectId = objectIdOf(layer, feature);
    if (objectId === undefined) return undefined;
    if (ids.some((id) => !seen.byId(objectId, id))) await layer.queryAttachments?.({ objectIds: [objectId] });
    return fetchFiles(
      layer,
      ids.map((id) => seen.byId(objectId, id)),
      load,
    );
  };

  layer.addAttachment = async (feature, form, options) => {
    const answer = await add(feature, form, options);
    const { objectId } = answer;
    if (!answer.error && typeof objectId === 'number')
      report(async () => refuse(await remove(owner(feature), [renamed.fileNow(objectId)])));
    return answer;
  };
  layer.updateAttachment = async (feature, id, form, options) => {
    const before = await earlier(feature, [id]).catch(() => undefined);
    const answer = await update(feature, id, form, options);
    const [file] = before ?? [];
    if (!answer.error)
      report(file && (async () => refuse([await update(owner(feature), renamed.fileNow(id), formOf(file))])));
    return answer;
  };
  layer.deleteAttachments = async (feature, ids, options) => {
    const before = await earlier(feature, ids).catch(() => undefined);
    const answers = await remove(feature, ids, options);
    const gone = new Set(ids.filter((_id, index) => answers[index] && !answers[index].error));
    const files = before?.filter(({ id }) => gone.has(id));
    if (gone.size > 0)
      report(
        files &&
          (async () => {
            for (const file of files) {
              const answer = await add(owner(feature), formOf(file));
              refuse([answer]);
              renamed.file(file.id, answer.objectId);
            }
          }),
      );
    return answers;
  };
  return () => {
    for (const name of ['addAttachment', 'updateAttachment', 'deleteAttachments'])
      Reflect.deleteProperty(layer, name);
  };
}

function formOf({ data, name, keywords }: EarlierFile): FormData {
  const form = new FormData();
  form.append('attachment', data, name);
  if (keywords) form.append('keywords', keywords);
  form.append('f', 'json');
  return form;
}

function refuse(answers: readonly EditAnswer[]): void {
  const failed = answers.find(({ error }) => error);
  if (failed?.error) throw failed.error;
}
