import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type AppConfig, appConfigSchema } from '../../../../wire/app-config.ts';
import { MappingError } from '../../../../wire/errors.ts';
import { portalAddress } from '../../../../wire/portal-address.ts';
import type { PortalCheckResult, PortalCheckRequest } from '../../../../wire/portal-check.ts';
import { limits } from '../../../limits.ts';
import { readShape } from '../../../platform/http/json-body.ts';
import type { PresentedToken } from '../../../platform/membership/identify.ts';
import type { RequireAdministrator } from '../../../platform/membership/require-administrator.ts';
import { type PortalAccount, readAccount } from '../../../../wire/portal-examination/check-portal.ts';
import { createPortalRequest } from '../../../platform/portal-check/request.ts';
import { type PortalChangeOptions, readTrial, withTrial } from './check-portal-change.ts';
import { addressOf, examinePortal, redirectsFor } from './examine-portal.ts';

type Options = PortalChangeOptions & { requireAdministrator: RequireAdministrator };
type Of = { Params: { org: string } };

const requestSchema = z.object({
  url: z.string().max(2000),
  appId: z.string().max(200).default(''),
  organisationId: z.string().max(100).default(''),
  adminGroupId: z.string().max(100).default(''),
  origin: z.string().max(300).default(''),
}) satisfies z.ZodType<PortalCheckRequest>;

/**
 * `POST /api/{org}/administration/portal-check`: checks portal settings before they are saved, and saves nothing. With a trial
 * sign-in the group and the membership of its account are checked too.
 */
export async function portalCheckRoute(app: FastifyInstance, options: Options): Promise<void> {
  const few = { config: { perMinute: limits.portalChecksPerMinute } };
  app.post<Of>(
    '/:org/administration/portal-check',
    few,
    async (request, reply): Promise<PortalCheckResult> => {
      const { token, config } = await options.requireAdministrator(request);
      const input = readShape(requestSchema, request.body, {
        id: 'portal-check:invalid',
        message: 'The portal settings to check are not valid.',
      });
      reply.header('cache-control', 'no-store');
      return checkPortal(options, { request, input, token, config });
    },
  );
}

interface Call {
  request: FastifyRequest<Of>;
  input: PortalCheckRequest;
  token: PresentedToken;
  /** The current config. */
  config: AppConfig;
}

async function checkPortal(options: Options, call: Call): Promise<PortalCheckResult> {
  const { signIn, tokensOf } = options;
  const { request, input } = call;
  const address = addressOf(input.url.trim(), signIn.publicUrl);
  const redirects = redirectsFor(signIn.publicUrl, request.params.org, input.origin);
  const examine = async (account: PortalAccount | undefined): Promise<PortalCheckResult> => {
    const { findings, organisationId } = await examinePortal(signIn, input, { redirects, account });
    return {
      address: address ?? input.url,
      findings,
      redirects,
      ...(organisationId !== undefined && { organisationId }),
      ...(account && { groups: account.groups }),
    };
  };
  const trial = readTrial(request.headers);
  if (!trial || address === undefined) return examine(await currentAccount(options, call, address));
  const { appId } = input;
  const agent = request.headers['user-agent'];
  try {
    return await withTrial(tokensOf(address), trial, { appId, agent }, async ({ token }) =>
      examine(await accountOf(options, address, { token, portal: address }, input)),
    );
  } catch (error) {
    if (!(error instanceof MappingError) || error.status >= 500) throw error;
    const checked = await examine(undefined);
    const refused = { code: 'sign-in-refused' as const, values: { reason: error.message } };
    return { ...checked, findings: [...checked.findings, refused] };
  }
}

/** The caller, if the address is that of the current portal: their token is sent to no other portal. */
async function currentAccount(
  options: Options,
  { token, config, input }: Call,
  address: string | undefined,
): Promise<PortalAccount | undefined> {
  if (address === undefined || portalAddress(config.portal.url, options.signIn.publicUrl) !== address)
    return undefined;
  return accountOf(options, address, token, input);
}

/** The owner of a token that this portal issued. */
async function accountOf(
  { signIn, identify }: Options,
  address: string,
  token: PresentedToken,
  input: PortalCheckRequest,
): Promise<PortalAccount | undefined> {
  const { embedded, allowedPrivateHosts } = signIn;
  if (!embedded.isAt(address))
    return readAccount(createPortalRequest(allowedPrivateHosts), address, token.token);
  const { adminGroupId } = input;
  const config = appConfigSchema.parse({ portal: { url: address, adminGroupId } });
  const member = await identify(config, token, { fresh: true });
  if (!member) return undefined;
  const titles = await embedded.groupTitles(address, member.groupIds, token.token);
  return {
    username: member.username,
    orgId: undefined,
    token: token.token,
    groups: member.groupIds.flatMap((id) => {
      const title = titles.get(id);
      return title === undefined ? [] : [{ id, title }];
    }),
  };
}
