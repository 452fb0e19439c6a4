import esriConfig from '@arcgis/core/config.js';
import EsriError from '@arcgis/core/core/Error.js';
import { mayChange } from '../../../wire/changing-addresses.ts';
import { changingAddress } from './sdk-error.ts';

/** The parameters of the SDK's `before` interceptor, as far as they are needed here. */
interface RequestParameters {
  url: string;
  requestOptions: { method?: string; body?: unknown };
}

/**
 * Refuses a request of the SDK that may change something, with the reader's token, because a map names its address. The tools of
 * the page change features only by the SDK's methods for that, which post to addresses without parameters.
 * @throws EsriError `mapping:changing-address`
 */
export function refuseChange({ url, requestOptions }: RequestParameters): void {
  const shown = { portal: esriConfig.portalUrl, page: location.href };
  if (mayChange(url, shown) && !isEdit(url, requestOptions))
    throw new EsriError(
      changingAddress,
      'The address would change content, and nothing in this page has asked for that.',
    );
}

/**
 * What the methods of the SDK send: its parameters are its own, none is in the address, and it is not the SDK's choice between GET and
 * POST by the length of an address.
 */
function isEdit(url: string, { method, body }: RequestParameters['requestOptions']): boolean {
  return edit.test(url) && (method === 'post' || body instanceof FormData);
}

/** Edits of features, also of several layers, and of attachments, and the service's calculation of values. */
const edit =
  /^[^?#]+\/FeatureServer\/(?:(?:\d+\/)?applyEdits|\d+\/calculate|\d+\/\d+\/(?:add|update)Attachment|\d+\/\d+\/deleteAttachments)$/i;
