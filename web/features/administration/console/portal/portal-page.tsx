import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hostOf } from '../../../../../wire/map-hosts.ts';
import { kindOf, type PortalStep } from '../../../../../wire/portal-check.ts';
import { useConfiguration, useIdentity } from '../../../../context/application-context.ts';
import { reloadWithHosts } from '../../../../context/page-hosts.ts';
import { ErrorMessage, WithServerWords } from '../../../../i18n/error-message.tsx';
import { saveFile } from '../../../../ui/browser.ts';
import { CopyField } from '../../../../ui/copy-field.tsx';
import { sizes } from '../../../../ui/sizes.ts';
import { TrialDialog } from '../settings/trial-dialog.tsx';
import type { Draft } from '../settings/use-draft.ts';
import { AddressChoice, GroupField, PortalField } from './portal-fields.tsx';
import { type Result, StepCard } from './step-card.tsx';
import { portalNames, portalOf, type PortalSettings, usePortalCheck } from './use-portal-check.ts';

/** Esri's instructions for registering an application. */
const registering =
  'https://developers.arcgis.com/documentation/security-and-authentication/user-authentication/tutorials/create-oauth-credentials-user-auth';

/**
 * Connects the organisation to its portal in three steps. Each is checked before anything is saved; saving is
 * guarded by the server once more.
 */
export function PortalPage({ draft }: { draft: Draft }) {
  const { t } = useTranslation();
  const { org, connection } = useConfiguration();
  const { user } = useIdentity();
  const { check, checked, groups, run, runAt } = usePortalCheck(draft);
  const [trying, setTrying] = useState(false);
  useStoredSettings(org, draft);
  const settings = portalOf(draft);
  const results = useResults(draft, checked, runAt);
  const busy = check.isPending;
  const redirects = checked?.answer.redirects ?? [`${location.origin}/${org}/signed-in`];
  const origins = [...new Set(redirects.map((redirect) => new URL(redirect).origin))];
  const here = checked ? checked.answer.address === connection.url : settings.url === connection.url;
  const choices = groups ?? (here ? user?.groups : undefined) ?? [];
  // Who they are at another portal shows only when they sign in there.
  const mayTry = checked !== undefined && groups === undefined && mayKnowApp(checked.answer.findings);
  // More than the server's own finding comes from this browser.
  const onlyHere = checked?.isOutOfReach === true && checked.answer.findings.length > 1;
  const copying = {
    copied: t('administration.portal.copied'),
    copyFailed: t('administration.portal.copyFailed'),
  };
  const checkButton = (
    <Button
      variant="outlined"
      loading={busy}
      onClick={() => run()}
      sx={{ minHeight: sizes.touch, justifySelf: 'start' }}
    >
      {t('administration.portal.check')}
    </Button>
  );
  return (
    <Box sx={{ display: 'grid', gap: 3, minWidth: 0, maxWidth: 860 }}>
      <Typography color="textSecondary">{t('administration.portal.about')}</Typography>
      {check.error && !trying && (
        <Alert severity="error">
          <ErrorMessage error={check.error} />
        </Alert>
      )}
      {onlyHere && <OutOfReach draft={draft} address={checked.answer.address} />}
      <StepCard number={1} step="address" results={results('address')}>
        <AddressChoice draft={draft} />
        {checkButton}
      </StepCard>
      <StepCard number={2} step="application" results={results('application')}>
        <Typography>
          {t('administration.portal.register')}{' '}
          <Link href={registering} target="_blank" rel="noreferrer" underline="always">
            {t('administration.portal.register.link')}
          </Link>
        </Typography>
        {redirects.map((redirect) => (
          <CopyField
            key={redirect}
            label={t('administration.portal.redirect')}
            copy={t('administration.portal.redirect.copy')}
            value={redirect}
            {...copying}
          />
        ))}
        {origins.map((origin) => (
          <CopyField
            key={origin}
            label={t('administration.portal.origin')}
            copy={t('administration.portal.origin.copy')}
            value={origin}
            {...copying}
          />
        ))}
        <PortalField draft={draft} name="appId" />
        {checkButton}
      </StepCard>
      <StepCard number={3} step="administrators" results={results('administrators')}>
        <Typography>{t('administration.portal.administrators')}</Typography>
        <GroupField draft={draft} groups={choices} />
        <PortalField draft={draft} name="organisationId" />
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          {checkButton}
          {mayTry && (
            <Button onClick={() => setTrying(true)} sx={{ minHeight: sizes.touch }}>
              {t('administration.portal.try')}
            </Button>
          )}
        </Box>
      </StepCard>
      {checked && (
        <StepCard number={4} step="content" results={results('content')}>
          <Typography>{t('administration.portal.content')}</Typography>
        </StepCard>
      )}
      {trying && (
        <TrialDialog
          portal={settings}
          text={t('administration.portal.try.text', { portal: settings.url })}
          busy={busy}
          error={check.error}
          onProof={(trial) => {
            setTrying(false);
            run(trial);
          }}
          onClose={() => setTrying(false)}
        />
      )}
    </Box>
  );
}

function mayKnowApp(findings: readonly { code: string }[]): boolean {
  return findings.some(({ code }) => code === 'app-known' || code === 'app-unseen');
}

/** Why settings for a portal that only browsers reach are not saved here, and who can do it with what. */
function OutOfReach({ draft, address }: { draft: Draft; address: string }) {
  const { t } = useTranslation();
  const { org } = useConfiguration();
  const download = () => {
    const text = JSON.stringify(draft.config, undefined, 2);
    saveFile({ name: `${org}.json`, content: new Blob([text], { type: 'application/json' }) });
  };
  return (
    <Alert
      severity="info"
      sx={{ flexWrap: 'wrap' }}
      action={
        <Button color="inherit" onClick={download} sx={{ minHeight: sizes.touch }}>
          {t('administration.portal.outOfReach.download')}
        </Button>
      }
    >
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {t('administration.portal.outOfReach', { host: new URL(address).host })}
      </Typography>
      <Box component="code" dir="ltr" sx={{ display: 'block', mt: 1, overflowWrap: 'anywhere' }}>
        {`npm run org -- import ${org} --config ${org}.json`}
      </Box>
    </Alert>
  );
}

/** The findings of each step in the user's language, with buttons that fix them. */
function useResults(
  draft: Draft,
  checked: ReturnType<typeof usePortalCheck>['checked'],
  runAt: (url: string) => void,
): (step: PortalStep) => Result[] {
  const { t } = useTranslation();
  const { org, connection } = useConfiguration();
  if (!checked) return () => [];
  const { answer, browser } = checked;
  const { host } = new URL(answer.address, location.href);
  const allow = () => {
    storeSettings(org, portalOf(draft));
    const hosts = [hostOf(answer.address) ?? ''];
    void reloadWithHosts(hosts, { org, keepWork: () => connection.session.keepWork() });
  };
  const ofBrowser: Result[] = browser
    ? [
        {
          key: 'browser',
          level: browser === 'reads' ? 'ok' : browser === 'closed' ? 'note' : 'wrong',
          text: t(`administration.portal.browser.${browser}`, { host }),
          action: browser === 'closed' && (
            <Button size="small" onClick={allow} sx={{ minHeight: sizes.touch }}>
              {t('administration.portal.browser.allow')}
            </Button>
          ),
        },
      ]
    : [];
  const all = answer.findings.map((finding, index): Result & { step: PortalStep } => {
    const { step, level } = kindOf(finding);
    const { suggestion } = finding.values;
    return {
      key: `${finding.code} ${index}`,
      step,
      level,
      text: (
        <WithServerWords
          text={t(`administration.portal.finding.${finding.code}`, { replace: finding.values })}
          words={finding.values['reason']}
        />
      ),
      action: suggestion && (
        <Button size="small" onClick={() => runAt(suggestion)} sx={{ minHeight: sizes.touch }}>
          {t('administration.portal.use', { address: suggestion })}
        </Button>
      ),
    };
  });
  return (step) => [...all.filter((each) => each.step === step), ...(step === 'address' ? ofBrowser : [])];
}

const storageKey = (org: string) => `mapping.portal-settings:${org}`;

/** Unsaved portal settings outlive the reload that lets the page request another host. */
function storeSettings(org: string, settings: PortalSettings): void {
  sessionStorage.setItem(storageKey(org), JSON.stringify(settings));
}

function useStoredSettings(org: string, draft: Draft): void {
  const restore = useEffectEvent(() => {
    const stored = sessionStorage.getItem(storageKey(org));
    if (stored === null) return;
    sessionStorage.removeItem(storageKey(org));
    const settings = JSON.parse(stored) as PortalSettings;
    for (const name of portalNames) draft.set(`portal.${name}`, settings[name]);
  });
  useEffect(() => restore(), []);
}
