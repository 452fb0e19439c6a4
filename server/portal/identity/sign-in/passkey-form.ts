import { html, type Html } from '../../../platform/http/html.ts';
import type { PortalCall } from '../../operation.ts';
import { listPasskeys } from '../passkeys/passkey-store.ts';
import { passkeyVault, requestOptions } from '../passkeys/verify-passkey.ts';
import { ensureFormToken } from './form-token.ts';
import { languageOf } from './languages.ts';
import { passkeyScript } from './passkey-script.ts';
import { requestAddress } from './request-address.ts';

/**
 * A button that signs in with a passkey, in a form of its own; the script shows it where the browser can use it. Undefined where
 * none can work, and on the second page for accounts without one.
 * @param second the account and secret of a sign-in's second page
 */
export async function passkeyForm(
  call: PortalCall,
  second?: { username: string; step: string },
): Promise<Html | undefined> {
  const { context, parameters } = call;
  const { messages } = languageOf(call);
  const vault = passkeyVault(context);
  if (!vault) return undefined;
  const allowed = second && (await listPasskeys(context.database, second.username));
  if (allowed?.length === 0) return undefined;
  const formToken = ensureFormToken(call);
  const options = await requestOptions(context, vault, {
    purpose: { act: 'sign-in', of: formToken },
    ...(allowed && { allowed }),
  });
  return html`<form class="passkey" method="post" action="${requestAddress(parameters)}">
      <input type="hidden" name="form_token" value="${formToken}" />
      <input type="hidden" name="step" value="${second?.step ?? ''}" />
      <input type="hidden" name="passkey" value="" />
      <input type="hidden" name="answer" value="" />
      <button class="plain" type="button" data-passkey="${JSON.stringify(options)}" hidden>
        ${messages.passkey}
      </button>
      <p class="missing passkey-problem" role="alert" hidden>${messages.passkeyFailed}</p>
    </form>
    ${passkeyScript}`;
}
