import { MappingError } from '../../../../wire/errors.ts';
import {
  type EmbedCommand,
  embedCommandSchema,
  type EmbedFailure,
  type EmbedMessage,
  embedVersion,
} from '../../../../wire/embed-messages.ts';
import { countFeatures, setLayerFilter } from '../../../map/layers/layer-fields.ts';
import { sqlAll } from '../../../map/layers/sql.ts';
import type { MapModel } from '../../../map/map-model.ts';
import { flatLayers, layerById } from '../../../map/map-state.ts';
import { sdkError } from '../../../map/sdk/sdk-error.ts';
import { openSelect, type SelectSession } from '../../../map/select/select.ts';

/** Commands that may wait for the earlier ones. */
const maxWaiting = 20;

class Refused extends Error {
  readonly reason: EmbedFailure;

  constructor(reason: EmbedFailure, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Runs the commands of the page around an embedded map, one after the other. */
export interface CommandRunner {
  /** Takes a message of any content, and posts its answer. Messages of other protocols are ignored. */
  receive(data: unknown): void;
  stop(): void;
}

export function runCommands(model: MapModel, post: (message: EmbedMessage) => void): CommandRunner {
  /** The filters that the map's author set, by layer. */
  const own = new Map<string, string>();
  let selecting: Promise<SelectSession> | undefined;
  let last = Promise.resolve();
  let waiting = 0;
  let stopped = false;

  /** @returns the number of features that the command was about */
  async function run(command: Exclude<EmbedCommand, { type: 'hello' }>): Promise<number | undefined> {
    if (command.type === 'goTo') {
      const { lat, lng, zoom, rotation } = command;
      await model.goTo({
        lat,
        lng,
        ...(zoom !== undefined && { zoom }),
        ...(rotation !== undefined && { rotation: rotation % 360 }),
      });
      return undefined;
    }
    const { layer: id, where } = command;
    const layer = layerById(model.state.get().layers, id);
    if (!layer?.hasFeatures)
      throw new Refused('unknown-layer', `The map has no layer of features with the id ${id}.`);
    if (command.type === 'filter') {
      const first = own.get(id) ?? layer.filter;
      own.set(id, first);
      const condition = where ? sqlAll(first, where) : first;
      const count = await countFeatures(model, id, condition).catch((cause: unknown) => {
        // Not a lost connection or an ended session.
        const error = sdkError(cause, 'layer:failed');
        throw error.id === 'layer:failed' ? badCondition(where) : error;
      });
      setLayerFilter(model, id, condition);
      return count;
    }
    selecting ??= openSelect(model).catch((cause: unknown) => {
      // The next command loads the code again.
      selecting = undefined;
      throw cause;
    });
    const session = await selecting;
    if (!where) {
      session.clear(id);
      return 0;
    }
    await session.byCondition(where, { layerIds: [id], how: 'replace' }).catch((cause: unknown) => {
      throw cause instanceof MappingError && cause.id === 'select:bad-condition'
        ? badCondition(where)
        : cause;
    });
    const count = session.selected.get().get(id)?.length ?? 0;
    if (count > 0) await session.goTo(id);
    return count;
  }

  async function answer(command: Exclude<EmbedCommand, { type: 'hello' }>): Promise<void> {
    const { id } = command;
    try {
      if (stopped) return;
      const count = await run(command);
      post({ mapping: embedVersion, type: 'done', id, ...(count !== undefined && { count }) });
    } catch (cause) {
      const [reason, message] =
        cause instanceof Refused
          ? [cause.reason, cause.message]
          : (['invalid', 'The map could not do this.'] as const);
      post({ mapping: embedVersion, type: 'failed', id, reason, message });
    } finally {
      waiting -= 1;
    }
  }

  return {
    receive(data) {
      if (!isOurs(data)) return;
      const { data: command, error } = embedCommandSchema.safeParse(data);
      const id = typeof data['id'] === 'number' ? { id: data['id'] } : {};
      const fail = (reason: EmbedFailure, message: string) =>
        post({ mapping: embedVersion, type: 'failed', ...id, reason, message });
      if (!command) {
        const [issue] = error.issues;
        return fail('invalid', `${issue?.path.join('.') || 'message'}: ${issue?.message ?? ''}`);
      }
      if (command.type === 'hello') return post(readyMessage(model));
      if (waiting >= maxWaiting) return fail('busy', `At most ${maxWaiting} commands may wait.`);
      waiting += 1;
      last = last.then(() => answer(command));
    },
    stop() {
      stopped = true;
      void selecting?.then((session) => session.close()).catch(() => {});
    },
  };
}

/** What the map shows, for the page around it. */
export function readyMessage(model: MapModel): EmbedMessage {
  const { title, layers } = model.state.get();
  return {
    mapping: embedVersion,
    type: 'ready',
    title,
    layers: flatLayers(layers).map((layer) => ({
      id: layer.id,
      title: layer.title,
      hasFeatures: layer.hasFeatures,
    })),
  };
}

function badCondition(where: string): Refused {
  return new Refused('bad-condition', `The layer does not accept the condition ${where}`);
}

/** Whether a message belongs to this protocol, of any version and content. */
function isOurs(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null && 'mapping' in data;
}
