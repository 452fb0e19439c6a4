import { OfflineClient, type Send } from '../rig/offline-client.ts';
import type { Writer } from './writing.ts';

/** The layer that the copies are of, without its service. */
export const copiedLayer = {
  name: 'Copies',
  geometryType: 'esriGeometryPoint',
  fields: ['name', 'kind'].map((name) => ({ name, type: 'esriFieldTypeString', alias: name, length: 60 })),
};
/** Replicas that are made, of which a member has a limited number, and the writes to each. */
const most = { replicas: 20, writes: 15 };

/**
 * Edits in offline copies: adds two features in each write and synchronizes. Where no response comes it sends them again with the
 * next, as clients do: they must be stored once.
 * @param send sends an operation of the service
 * @param count the features of the layer that meet a condition
 */
export function createReplicaWriter(send: Send, count: (where: string) => Promise<number>): Writer {
  let client: OfflineClient | undefined;
  let made = 0;
  /** Names by GlobalID, of features without a response. */
  let waiting = new Map<string, string>();
  let last: Promise<unknown> = Promise.resolve();
  // A client has one request at a time.
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };

  const write: Writer = async (number) => {
    if (!client || (waiting.size === 0 && number % most.writes === 0 && made < most.replicas)) {
      const next = new OfflineClient(send);
      await next.download();
      made += 1;
      client = next;
    }
    const copy = client;
    for (const half of ['a', 'b']) {
      const name = `${number}${half}`;
      waiting.set(copy.add(name, number % 180), name);
    }
    const answer = await copy.synchronize();
    if (answer.error) return undefined;
    const stored = waiting;
    const generation = copy.serverGen;
    waiting = new Map();
    const where = `name in (${[...stored.values()].map((name) => `'${name}'`).join()})`;
    return {
      what: `features ${where} of the offline copy ${copy.id}`,
      isThere: () =>
        inTurn(async () => {
          if ((await count(where)) !== stored.size) return false;
          // Whatever was killed, the copy goes on from its generation to the state of the layer.
          await copy.synchronize();
          const isSame = copy.features.size === (await count('1=1'));
          return (
            isSame && copy.serverGen >= generation && [...stored.keys()].every((id) => copy.features.has(id))
          );
        }),
    };
  };
  return (number) => inTurn(() => write(number));
}
