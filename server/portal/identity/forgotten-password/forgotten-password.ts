import { z } from 'zod';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import { queueForgotten } from '../../mail/mail-store.ts';
import type { PortalCall, rawResponse } from '../../operation.ts';
import { isOwnForm } from '../sign-in/form-token.ts';
import { durationText, fill, languageOf } from '../sign-in/languages.ts';
import { takeOfNetworks } from '../try-limiter-store.ts';
import { sendForgottenPage, sendLinkSentPage } from './password-pages.ts';

const schema = z.object({ account: z.string().default('') });

/**
 * `oauth2/forgottenPassword`: asks for a username or confirmed address, and always says that a link is on its way. The account is
 * looked up later, by the mail queue, so neither the response nor its time depends on whether there is one.
 */
export async function forgottenPassword(call: PortalCall): Promise<typeof rawResponse> {
  const { context, parameters, request } = call;
  if (request.method !== 'POST' || !context.mail) return sendForgottenPage(call);
  const language = languageOf(call);
  if (!isOwnForm(call)) {
    void call.reply.status(403);
    return sendForgottenPage(call, language.messages.expired);
  }
  const typed = readOperation(schema, parameters)
    .account.replaceAll('\0', '')
    .trim()
    .slice(0, 254)
    .toWellFormed();
  if (typed === '') {
    void call.reply.status(400);
    return sendForgottenPage(call, language.messages.missingUsername);
  }
  const seconds = await takeOfNetworks(context.forgottenTries, 'forgotten', request.ip);
  if (seconds > 0) {
    void call.reply.status(429).header('retry-after', seconds);
    return sendForgottenPage(call, fill(language.messages.wait, { time: durationText(language, seconds) }));
  }
  const orgId = context.address === '' ? null : context.portal.id;
  await queueForgotten(context.database, { typed, orgId }, context.now());
  return sendLinkSentPage(call);
}
