import { readFromReplica } from '../../storage/layer-version-store.ts';
import type { OperationResponse, LayerCall, ServiceCall } from '../context.ts';

/**
 * An operation whose statements on `context.reader` a replica may run. It decides nothing about access by them, and sends its
 * response last.
 */
export function fromReplica<Call extends LayerCall | ServiceCall>(
  operation: (call: Call) => Promise<OperationResponse>,
): (call: Call) => Promise<OperationResponse> {
  return (call) => {
    const layers = 'layer' in call ? [call.layer] : call.layers;
    return readFromReplica(layers, () => operation(call));
  };
}
