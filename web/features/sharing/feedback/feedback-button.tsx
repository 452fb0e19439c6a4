import FeedbackOutlined from '@mui/icons-material/FeedbackOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import type { SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams } from 'react-router';
import { parseUrlState } from '../../../../wire/url-state.ts';
import { useConfiguration, useIntegrations } from '../../../context/application-context.ts';
import { useLanguage } from '../../../i18n/index.ts';
import { Hint } from '../../../ui/hint.tsx';
import { useNarrowHeader } from '../../../ui/use-screen.ts';

/** Opens the organisation's feedback form in a new tab; nothing when no form is configured. */
export function FeedbackButton() {
  const { t } = useTranslation();
  const link = useFeedbackLink();
  const narrow = useNarrowHeader();
  if (!link) return null;
  if (narrow)
    return (
      <Hint title={t('feedback.give')}>
        <IconButton color="inherit" {...link} aria-label={t('feedback.newTab')}>
          <FeedbackOutlined fontSize="small" />
        </IconButton>
      </Hint>
    );
  return (
    <Button
      color="inherit"
      {...link}
      aria-label={t('feedback.newTab')}
      startIcon={<FeedbackOutlined />}
      sx={{ color: 'inherit', whiteSpace: 'nowrap' }}
    >
      {t('feedback.give')}
    </Button>
  );
}

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

/** Values for the URL of the feedback form. */
interface FeedbackPlace {
  org: string;
  /** Path of the page with query and hash. */
  page: string;
  lang: string;
  /** Id of the open map; empty without one. */
  map: string;
  /** Degrees: the location chosen on the map, else the centre of the view; empty without a map. */
  lat: string;
  lng: string;
  /** The captured note; empty unless the form is opened from "Capture here". */
  note: string;
}

/** Fills `{org} {page} {lang} {map} {lat} {lng} {note}` in the form's URL, each value encoded; other braces are left. */
export function feedbackAddress(template: string, place: FeedbackPlace): string {
  return template.replace(/\{(org|page|lang|map|lat|lng|note)\}/g, (_token, name: keyof FeedbackPlace) =>
    encodeURIComponent(place[name]),
  );
}
