import FeedbackOutlined from '@mui/icons-material/FeedbackOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import type { SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams } from 'react-router';
import { parseUrlState } from '../../../../wire/url-state.ts';
import { feedbackAddress, formAddress } from '../../../context/addresses.ts';
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

/** A form of this application, or the form at another address. */
export type FeedbackKind = 'form' | 'url';

/**
 * The link to a feedback form; undefined if the organisation has none.
 * @param kind one of them; default: its own form first
 */
export function useFeedbackLink(kind?: FeedbackKind) {
  const { org, config } = useConfiguration();
  const { currentMapLocation } = useIntegrations();
  const { pathname, search, hash } = useLocation();
  const { wid, sid } = useParams();
  const { language } = useLanguage();
  const { form, url: template } = config.feedback ?? {};
  const isForm = form !== undefined && kind !== 'url';
  if (!isForm && (template === undefined || kind === 'form')) return undefined;
  const place = { org, lang: language, map: wid ?? sid ?? '', note: '' };
  const addressAt = (page: string, hashNow: string) => {
    const spot = currentMapLocation ?? parseUrlState(hashNow).state.at;
    const [lat, lng] = [spot?.lat.toFixed(6) ?? '', spot?.lng.toFixed(6) ?? ''];
    if (isForm) return `${formAddress(org, form)}${spot ? `?at=${lat},${lng}` : ''}`;
    return feedbackAddress(template ?? '', { ...place, lat, lng, page });
  };
  // A map writes its view into the URL without notifying the router, so the URL is read again when the link is used.
  const refresh = (event: SyntheticEvent<HTMLElement>) => {
    event.currentTarget.setAttribute('href', addressAt(pageOf(window.location), window.location.hash));
  };
  return {
    href: addressAt(pageOf({ pathname, search, hash }), hash),
    target: '_blank',
    rel: 'noopener',
    onPointerDown: refresh,
    onKeyDown: refresh,
  };
}

/** The page's path with query and hash, without those of links that sign in or create an account: they are secret. */
function pageOf({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string {
  return /^\/[^/]+\/(join|signed-in)\/?$/.test(pathname) ? pathname : pathname + search + hash;
}
