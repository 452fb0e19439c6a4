import { useMutation } from '@tanstack/react-query';
import type { TrialSignIn } from '../../../../../wire/administration.ts';
import { hostOf } from '../../../../../wire/map-hosts.ts';
import type { PortalCheckResult } from '../../../../../wire/portal-check.ts';
import { rest } from '../../../../../wire/portal-examination/read-portal.ts';
import { isOutOfReach, obstacleOf } from '../../../../../wire/portal-examination/request.ts';
import { checkPortal } from '../../../../api/administration.ts';
import { useConfiguration } from '../../../../context/application-context.ts';
import { closedHosts } from '../../../../context/page-hosts.ts';
import { browserRequest, examineFromBrowser } from '../../../../portal/session/examine-from-browser.ts';
import type { Draft } from '../settings/use-draft.ts';

/** The settings that connect an organisation to its portal. */
export const portalNames = ['url', 'appId', 'organisationId', 'adminGroupId'] as const;
export type PortalSettings = Record<(typeof portalNames)[number], string>;

export const portalOf = ({ config }: Draft): PortalSettings => {
  const { url, appId, organisationId, adminGroupId } = config.portal;
  return { url, appId, organisationId, adminGroupId };
};

/** The result of a check, for the settings it was made with. */
interface PortalChecked {
  answer: PortalCheckResult;
  /** Undefined: the same origin, or nothing there to read; `closed`: this page may not request the host yet. */
  browser: BrowserReading | 'closed' | undefined;
  /** Whether the server has no connection to the portal, so that this browser has checked what the server could not. */
  isOutOfReach: boolean;
  settings: PortalSettings;
}

/** Checks the portal settings of the draft on the server, and what only this browser can know. */
export function usePortalCheck(draft: Draft) {
  const { org } = useConfiguration();
  const settings = portalOf(draft);
  const check = useMutation({
    mutationFn: async ({ trial, requested, known }: CheckRequest): Promise<PortalChecked> => {
      const checked = await (known ?? checkOnServer(org, requested, trial));
      const { isOutOfReach, browser } = checked;
      const answer =
        isOutOfReach && browser !== 'closed'
          ? await addFromBrowser(checked, requested, trial)
          : checked.answer;
      const found = answer.findings.find(({ code }) => code === 'organisation-of-account');
      const filled = found ? { ...requested, organisationId: found.values['id'] ?? '' } : requested;
      return { answer, browser, isOutOfReach, settings: filled };
    },
    onSuccess: ({ settings: filled }, { requested }) => {
      // Not those of a portal whose address was changed since.
      if (isSame(requested, settings) && filled.organisationId !== requested.organisationId)
        draft.set('portal.organisationId', filled.organisationId);
    },
  });
  const { data } = check;
  const fresh = data && isSame(data.settings, settings);
  const checked = fresh ? data : undefined;
  return {
    check,
    /** The last result, unless a setting has changed since. */
    checked,
    /** Groups of the account that signed in at this address. */
    groups: data?.settings.url === settings.url ? data.answer.groups : undefined,
    run: (trial?: TrialSignIn) =>
      // The server could not use the trial: the page that knows so keeps it.
      check.mutate({
        requested: settings,
        ...(trial && { trial }),
        ...(trial && checked?.isOutOfReach && { known: checked }),
      }),
    /** Checks the portal at another address. */
    runAt(url: string) {
      draft.set('portal.url', url);
      check.mutate({ requested: { ...settings, url } });
    },
  };
}

function isSame(one: PortalSettings, other: PortalSettings): boolean {
  return portalNames.every((name) => one[name] === other[name]);
}

interface CheckRequest {
  trial?: TrialSignIn;
  requested: PortalSettings;
  /** The server's result, where it need not check again. */
  known?: Omit<PortalChecked, 'settings'>;
}

async function checkOnServer(
  org: string,
  requested: PortalSettings,
  trial: TrialSignIn | undefined,
): Promise<Omit<PortalChecked, 'settings'>> {
  const answer = await checkPortal(org, { ...requested, origin: location.origin }, trial);
  return {
    answer,
    browser: await browserReading(answer),
    isOutOfReach: isOutOfReach(answer.findings),
  };
}

/** The server's result, with what this browser finds instead of it. */
async function addFromBrowser(
  { answer }: Omit<PortalChecked, 'settings'>,
  { appId, organisationId, adminGroupId }: PortalSettings,
  trial: TrialSignIn | undefined,
): Promise<PortalCheckResult> {
  const { address } = answer;
  const obstacle = answer.findings.filter((finding) => isOutOfReach([finding]));
  const { origin } = location;
  const seen = await examineFromBrowser({ origin, address, appId, organisationId, adminGroupId }, trial);
  // The browser reaches it no more than the server does: the server's reason is enough.
  if (isOutOfReach(seen.findings)) return answer;
  return { ...answer, ...seen, findings: [...obstacle, ...seen.findings] };
}

async function browserReading({ address, findings }: PortalCheckResult): Promise<PortalChecked['browser']> {
  // A single finding is an obstacle.
  const unreached = isOutOfReach(findings);
  if ((findings.length < 2 && !unreached) || new URL(address, location.href).origin === location.origin)
    return undefined;
  const host = hostOf(address);
  if (host && closedHosts([host]).length > 0) return 'closed';
  return unreached ? undefined : readFromBrowser(address);
}

/** Whether this browser can use a portal: only it knows its network, and which certificates it trusts. */
type BrowserReading = 'reads' | 'refused' | 'unreachable';

/** Requests a portal's description from the page. */
async function readFromBrowser(address: string): Promise<BrowserReading> {
  try {
    await browserRequest(location.origin)(`${rest(address)}/portals/self?f=json`);
    return 'reads';
  } catch (error) {
    return obstacleOf(address, error).code === 'no-browser-access' ? 'refused' : 'unreachable';
  }
}
