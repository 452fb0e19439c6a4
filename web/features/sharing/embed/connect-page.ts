import { type EmbedMessage, embedVersion } from '../../../../wire/embed-messages.ts';
import type { MapModel } from '../../../map/map-model.ts';
import { readyMessage, runCommands } from './run-commands.ts';

/**
 * Receives commands from the page around the map, and posts what happens on the map to it.
 *
 * @param sites the origins that may do so; messages of other pages are ignored, and nothing is posted to them
 * @returns a function that disconnects
 */
export function connectPage(model: MapModel, sites: readonly string[]): () => void {
  const { parent } = window;
  /** Where messages go: the origin of the page's latest message, at first that of the referrer if it is sent. */
  let origin = URL.canParse(document.referrer) ? new URL(document.referrer).origin : '';
  const post = (message: EmbedMessage) => {
    if (sites.includes(origin)) parent.postMessage(message, origin);
  };
  const runner = runCommands(model, post);
  const listen = (event: MessageEvent) => {
    if (event.source !== parent || !sites.includes(event.origin)) return;
    ({ origin } = event);
    runner.receive(event.data);
  };
  window.addEventListener('message', listen);
  let { place, selected } = model.state.get();
  const unsubscribe = model.state.subscribe(() => {
    const now = model.state.get();
    if (now.place && now.place !== place) post({ mapping: embedVersion, type: 'view', ...now.place });
    if (now.selected !== selected)
      post({
        mapping: embedVersion,
        type: 'feature',
        ...(now.selected && { layer: now.selected.layer, feature: now.selected.id }),
      });
    ({ place, selected } = now);
  });
  post(readyMessage(model));
  return () => {
    window.removeEventListener('message', listen);
    unsubscribe();
    runner.stop();
  };
}
