import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Html, html } from '../../../platform/http/html.ts';
import { type PortalCall, rawResponse } from '../../operation.ts';
import { ensureFormToken } from '../sign-in/form-token.ts';
import { type Language, languageOf } from '../sign-in/languages.ts';
import { layout } from '../sign-in/layout.ts';
import { setPageHeaders } from '../sign-in/page-headers.ts';
import { requestAddress } from '../sign-in/request-address.ts';
import { textField } from '../sign-in/text-field.ts';

type Messages = Language['messages'];

/** The only script of these pages, which puts the secret of a link into the form. */
const script = readFileSync(new URL('link-script.js', import.meta.url), 'utf8');
const linkScript = new Html(`<script>${script}</script>`);
const linkScriptHash = `sha256-${createHash('sha256').update(script).digest('base64')}`;

interface PasswordPage {
  title: keyof Messages;
  /** Why the form is shown again. */
  problem?: string | undefined;
  main: (language: Language) => Html;
  scriptHash?: string;
}

function sendPage(call: PortalCall, { title, problem, main, scriptHash }: PasswordPage): typeof rawResponse {
  const language = languageOf(call);
  const { messages } = language;
  setPageHeaders(call, undefined, { isForm: true, scriptHash });
  const page = layout({
    language,
    portalName: call.context.portal.name,
    title: problem === undefined ? messages[title] : `${messages.problem}: ${messages[title]}`,
    main: html`
      <h1>${messages[title]}</h1>
      ${problem !== undefined && errorNotice(problem, messages)} ${main(language)}
    `,
  });
  void call.reply.send(page);
  return rawResponse;
}

/** As on the sign-in page, focused so that a screen reader starts there. */
function errorNotice(problem: string, messages: Messages): Html {
  return html`<div class="notice" role="alert" tabindex="-1" autofocus aria-labelledby="problem">
    <h2 id="problem">${messages.problem}</h2>
    <p>${problem}</p>
  </div>`;
}

/** The way back to the sign-in that led here, if there was one. */
function backLink(call: PortalCall, messages: Messages): Html | undefined {
  if (!call.parameters.text('client_id')) return undefined;
  return html`<p class="return">
    <a href="authorize${requestAddress(call.parameters)}">${messages.backToSignIn}</a>
  </p>`;
}

/** Asks who has forgotten their password, or explains whom to ask where the portal sends no mail. */
export function sendForgottenPage(call: PortalCall, problem?: string): typeof rawResponse {
  return sendPage(call, {
    title: 'forgotten',
    problem,
    main: ({ messages }) =>
      call.context.mail
        ? html`<p class="lead">${messages.forgottenText}</p>
            <form method="post" action="${requestAddress(call.parameters)}">
              <input type="hidden" name="form_token" value="${ensureFormToken(call)}" />
              ${textField({
                name: 'account',
                label: messages.usernameOrEmail,
                autocomplete: 'username',
                maxLength: 254,
                required: true,
                autofocus: problem === undefined,
              })}
              <div class="actions"><button class="primary">${messages.sendLink}</button></div>
            </form>
            ${backLink(call, messages)}`
        : html`<p class="lead">${messages.forgottenAsk}</p>
            ${backLink(call, messages)}`,
  });
}

/** The same page whether or not there is such an account. */
export function sendLinkSentPage(call: PortalCall): typeof rawResponse {
  return sendPage(call, {
    title: 'linkSent',
    main: ({ messages }) =>
      html`<p class="lead">${messages.linkSentText}</p>
        ${backLink(call, messages)}`,
  });
}

/** @param shown.link the secret that a form was sent with; at first only the page's script has it */
export function sendNewPasswordPage(
  call: PortalCall,
  shown: { link: string; problem?: string | undefined },
): typeof rawResponse {
  return sendPage(call, {
    title: 'choosePassword',
    problem: shown.problem,
    scriptHash: linkScriptHash,
    main: ({ messages }) =>
      html`<form class="new-password" method="post" action="${requestAddress(call.parameters)}">
          <input type="hidden" name="form_token" value="${ensureFormToken(call)}" />
          <input type="hidden" name="link" value="${shown.link}" />
          ${textField({
            name: 'password',
            label: messages.newPassword,
            type: 'password',
            autocomplete: 'new-password',
            maxLength: 1024,
            required: true,
            autofocus: shown.problem === undefined,
            help: messages.passwordHelp,
          })}
          <div class="actions"><button class="primary">${messages.savePassword}</button></div>
        </form>
        ${linkScript}`,
  });
}

export function sendPasswordSavedPage(call: PortalCall): typeof rawResponse {
  return sendPage(call, {
    title: 'passwordSaved',
    main: ({ messages }) => html`<p class="lead">${messages.passwordSavedText}</p>`,
  });
}
