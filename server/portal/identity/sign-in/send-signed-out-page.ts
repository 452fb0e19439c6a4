import { type PortalCall, rawAnswer } from '../../operation.ts';
import { html } from './html.ts';
import { chooseLanguage } from './languages.ts';
import { layout } from './layout.ts';
import { setPageHeaders } from './page-headers.ts';

/** The end of a sign-out that has no registered address to go to. */
export function sendSignedOutPage(call: PortalCall): typeof rawAnswer {
  const language = chooseLanguage(call.parameters['locale'], call.request.headers['accept-language']);
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
