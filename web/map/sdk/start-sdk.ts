import esriConfig from '@arcgis/core/config.js';
import type { MapSource } from '../map-source.ts';
import { KnownAnswers } from './known-answers.ts';
import { plainHttp } from './plain-http.ts';

const answers = new KnownAnswers();
let started = false;

/**
 * Points the SDK at an organisation's portal and hands it what the page knows already. There is one interceptor, because
 * the SDK uses the first that fits an address.
 */
export function startSdk({ portal, portalSelf, webMap, early }: MapSource): void {
  esriConfig.portalUrl = portal.url;
  answers.clear();
  answers.add(`${portal.restUrl}/portals/self`, portalSelf);
  if (webMap?.item) {
    const { id, answer } = webMap.item;
    answers.add(`${portal.restUrl}/content/items/${id}`, answer);
    answers.add(`${portal.restUrl}/content/items/${id}/data`, webMap.data);
  }
  for (const [address, answer] of early ?? []) answers.add(address, answer);
  if (started) return;
  started = true;
  esriConfig.request.interceptors.push({
    before(parameters) {
      parameters.url = plainHttp(parameters.url, location.origin);
      return answers.take(parameters.url, parameters.requestOptions.responseType);
    },
  });
}
