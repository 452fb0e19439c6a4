import { readFromReplica } from '../../storage/layer-version-store.ts';
import type { Answer, LayerCall, ServiceCall } from '../context.ts';

/**
 * An operation whose statements on `context.reader` a replica may run. It decides nothing about access by them, and sends its
 * answer last.
 */
export function fromReplica<Call extends LayerCall | ServiceCall>(
  operation: (call: Call) => Promise<Answer>,
): (call: Call) => Promise<Answer> {
  return (call) => {
    const layers = 'layer' in call ? [call.layer] : call.layers;
    return readFromReplica(layers, () => operation(call));
  };
}
