import { useMutation } from '@tanstack/react-query';
import type { TrialSignIn } from '../../../../../wire/administration.ts';
import { hostOf } from '../../../../../wire/map-hosts.ts';
import type { PortalCheckAnswer } from '../../../../../wire/portal-check.ts';
import { checkPortal } from '../../../../api/administration.ts';
import { useConfiguration } from '../../../../context/application-context.ts';
import { closedHosts } from '../../../../context/page-hosts.ts';
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
  answer: PortalCheckAnswer;
  /** Undefined: the same origin, or nothing there to read; `closed`: this page may not request the host yet. */
  browser: BrowserReading | 'closed' | undefined;
  settings: PortalSettings;
}

/** Checks the portal settings of the draft on the server, and what only this browser can know. */
export function usePortalCheck(draft: Draft) {
  const { org } = useConfiguration();
  const settings = portalOf(draft);
  const check = useMutation({
    mutationFn: async ({
      trial,
      requested,
    }: {
      trial?: TrialSignIn;
      requested: PortalSettings;
    }): Promise<PortalChecked> => {
      const answer = await checkPortal(org, { ...requested, origin: location.origin }, trial);
      const found = answer.findings.find(({ code }) => code === 'organisation-of-account');
      const filled = found ? { ...requested, organisationId: found.values['id'] ?? '' } : requested;
      return { answer, browser: await browserReading(answer), settings: filled };
    },
    onSuccess: ({ settings: filled }, { requested }) => {
      if (filled.organisationId !== requested.organisationId)
        draft.set('portal.organisationId', filled.organisationId);
    },
  });
  const { data } = check;
  const fresh = data && portalNames.every((name) => data.settings[name] === settings[name]);
  return {
    check,
    /** The last result, unless a setting has changed since. */
    checked: fresh ? data : undefined,
    /** Groups of the account that signed in at this address. */
    groups: data?.settings.url === settings.url ? data.answer.groups : undefined,
    run: (trial?: TrialSignIn) => check.mutate({ requested: settings, ...(trial && { trial }) }),
    /** Checks the portal at another address. */
    runAt(url: string) {
      draft.set('portal.url', url);
      check.mutate({ requested: { ...settings, url } });
    },
  };
}

async function browserReading({ address, findings }: PortalCheckAnswer): Promise<PortalChecked['browser']> {
  // A single finding is an obstacle.
  if (findings.length < 2 || new URL(address).origin === location.origin) return undefined;
  const host = hostOf(address);
  return host && closedHosts([host]).length > 0 ? 'closed' : readFromBrowser(address);
}

/** Whether this browser can use a portal: only it knows its network, and which certificates it trusts. */
type BrowserReading = 'reads' | 'refused' | 'unreachable';

/** Timeout in milliseconds. */
const timeout = 15_000;

/**
 * Requests a portal's description from the page.
 * @param address without `/sharing/rest`
 * @returns `refused` when the portal responds but does not let pages of this origin read it
 */
async function readFromBrowser(address: string): Promise<BrowserReading> {
  const url = `${address}/sharing/rest/portals/self?f=json`;
  const ask = (mode: RequestMode) =>
    fetch(url, { mode, credentials: 'omit', cache: 'no-store', signal: AbortSignal.timeout(timeout) });
  try {
    await ask('cors');
    return 'reads';
  } catch {
    // Without CORS the response stays unreadable, but it arrives.
    return ask('no-cors').then(
      () => 'refused' as const,
      () => 'unreachable' as const,
    );
  }
}
