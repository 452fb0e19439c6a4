import { type PortalCall, rawAnswer } from '../../operation.ts';
import { html } from '../../../platform/http/html.ts';
import { layout } from './layout.ts';
import { languageOf } from './languages.ts';
import { setPageHeaders } from './page-headers.ts';

/**
 * Explains why sign-in cannot start. It shows nothing of the request and links nowhere: the request may be an
 * attacker's.
 */
export function sendErrorPage(
  call: PortalCall,
  reason: 'unknown-app' | 'unknown-redirect',
): typeof rawAnswer {
  const language = languageOf(call);
  const { messages } = language;
  setPageHeaders(call);
  void call.reply.status(400).send(
    layout({
      language,
      portalName: call.context.portal.name,
      title: messages.cannotStart,
      main: html`
        <h1>${messages.cannotStart}</h1>
        <div class="notice" role="alert">
          <p>${reason === 'unknown-app' ? messages.unknownApp : messages.unknownRedirect}</p>
        </div>
        <p>${messages.whatToDo}</p>
      `,
    }),
  );
  return rawAnswer;
}

/** The end of a sign-out without a registered address. */
export function sendSignedOutPage(call: PortalCall): typeof rawAnswer {
  const language = languageOf(call);
  const { messages } = language;
  setPageHeaders(call);
  void call.reply.send(
    layout({
      language,
      portalName: call.context.portal.name,
      title: messages.signedOut,
      main: html`
        <h1>${messages.signedOut}</h1>
        <p>${messages.signedOutText}</p>
      `,
    }),
  );
  return rawAnswer;
}
