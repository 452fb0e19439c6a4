import type { SyntheticEvent } from 'react';
import { useLocation, useParams } from 'react-router';
import { parseUrlState } from '../../../../wire/url-state.ts';
import { useConfiguration, useIntegrations } from '../../../context/application-context.ts';
import { useLanguage } from '../../../i18n/index.ts';
import { feedbackAddress } from './feedback-address.ts';

/** The link to the feedback form; undefined if the organisation has no form. */
export function useFeedbackLink() {
  const { org, config } = useConfiguration();
  const { currentMapLocation } = useIntegrations();
  const { pathname, search, hash } = useLocation();
  const { wid, sid } = useParams();
  const { language } = useLanguage();
  const template = config.feedback?.url;
  if (!template) return undefined;
  const place = { org, lang: language, map: wid ?? sid ?? '', note: '' };
  const here = (address: string) => {
    const spot = currentMapLocation ?? parseUrlState(address).state.at;
    return { lat: spot?.lat.toFixed(6) ?? '', lng: spot?.lng.toFixed(6) ?? '' };
  };
  // A map writes its view into the URL without notifying the router, so the URL is read again when the link is used.
  const refresh = (event: SyntheticEvent<HTMLElement>) => {
    const page = window.location.pathname + window.location.search + window.location.hash;
    event.currentTarget.setAttribute(
      'href',
      feedbackAddress(template, { ...place, ...here(window.location.hash), page }),
    );
  };
  return {
    href: feedbackAddress(template, { ...place, ...here(hash), page: pathname + search + hash }),
    target: '_blank',
    rel: 'noopener',
    onPointerDown: refresh,
    onKeyDown: refresh,
  };
}
