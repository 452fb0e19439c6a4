import { itemText } from '../../../../wire/item-translations.ts';
import { isolated } from '../../../../wire/languages.ts';
import { html, type Html } from '../../../platform/http/html.ts';
import { layout } from './layout.ts';
import { fill, type Language, languageOf, languages, durationText } from './languages.ts';
import { z } from 'zod';
import type { Parameters } from '../../../platform/arcgis/parameters.ts';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import { type PortalCall, rawResponse } from '../../operation.ts';
import { type AuthorizationRequest, authorizationText } from '../oauth2/authorization-request.ts';
import { ensureFormToken } from './form-token.ts';
import { setPageHeaders } from './page-headers.ts';
import { passkeyScriptHash } from './passkey-script.ts';
import { requestAddress } from './request-address.ts';
import { textField } from './text-field.ts';

type EmptyField = 'username' | 'password' | 'code' | 'recovery_code';

/** Why a form is shown again; `wait` is in seconds. */
export type FormError = 'wrong' | 'wrong-code' | 'passkey' | 'expired' | EmptyField | { wait: number };

/**
 * The error summary above the form, focused so that a screen reader starts there; empty fields are linked.
 */
export function errorSummary(formErrors: readonly FormError[], language: Language): Html | undefined {
  if (formErrors.length === 0) return undefined;
  return html`<div class="notice" role="alert" tabindex="-1" autofocus aria-labelledby="problem">
    <h2 id="problem">${language.messages.problem}</h2>
    ${formErrors.map((formError) => html`<p>${explain(formError, language)}</p>`)}
  </div>`;
}

function explain(formError: FormError, language: Language): string | Html {
  const { messages } = language;
  if (typeof formError === 'object')
    return fill(messages.wait, { time: durationText(language, formError.wait) });
  if (formError === 'wrong-code') return messages.wrongCode;
  if (formError === 'passkey') return messages.passkeyFailed;
  if (formError === 'wrong' || formError === 'expired') return messages[formError];
  return html`<a href="#${formError}">${missingText(formError, language)}</a>`;
}

/** The summary and the field show the same message. */
export function missingText(field: EmptyField, { messages }: Language): string {
  if (field === 'code' || field === 'recovery_code') return messages.missingCode;
  return field === 'username' ? messages.missingUsername : messages.missingPassword;
}

const pageSchema = z.object({ prepopulatedusername: authorizationText.default('') });

/**
 * The sign-in page: one form that works without scripts and keeps the username when it is shown again, and a button for passkeys.
 */
export function sendSignInPage(
  call: PortalCall,
  request: AuthorizationRequest,
  shown: {
    formErrors?: readonly FormError[];
    username?: string | undefined;
    /** Name of the organisation's identity provider. */
    provider?: string | undefined;
    /** The form of the button for passkeys. */
    passkey?: Html | undefined;
  },
): typeof rawResponse {
  const language = languageOf(call);
  const { messages } = language;
  const formErrors = shown.formErrors ?? [];
  const username =
    request.confirms ?? shown.username ?? readOperation(pageSchema, call.parameters).prepopulatedusername;
  const fixed = request.confirms !== undefined;
  setPageHeaders(call, request.redirectUri, {
    scriptHash: shown.passkey && passkeyScriptHash,
  });
  const page = layout({
    language,
    portalName: call.context.portal.name,
    title: formErrors.length > 0 ? `${messages.problem}: ${messages.signIn}` : messages.signIn,
    main: html`
      <h1>${messages.signIn}</h1>
      ${leadTo(request, language)} ${errorSummary(formErrors, language)}
      ${shown.provider !== undefined && providerLink(shown.provider, language, call.parameters)}
      <form method="post" action="${requestAddress(call.parameters)}">
        <input type="hidden" name="form_token" value="${ensureFormToken(call)}" />
        ${formField({ name: 'username', value: username, first: username === '', fixed }, formErrors, language)}
        ${formField({ name: 'password', value: '', first: username !== '' }, formErrors, language)}
        <div class="actions">
          <button class="primary" name="answer" value="sign-in">${messages.signIn}</button>
          <button class="plain" name="answer" value="cancel" formnovalidate>${messages.cancel}</button>
        </div>
      </form>
      ${shown.passkey} ${forgottenLine(call, messages)}
      <p class="return">${fill(messages.returnTo, { host: hostOf(request.redirectUri) })}</p>
    `,
    footer: languageMenu(language, call.parameters),
  });
  void call.reply.send(page);
  return rawResponse;
}

/** Which application the sign-in is for. */
export function leadTo({ app }: AuthorizationRequest, { messages, tag, direction }: Language): Html {
  const title = isolated(itemText(app, 'title', tag), direction);
  return html`<p class="lead">${fill(messages.leadApp, { app: title })}</p>`;
}

/** The way to a new password, or whom to ask for one. */
function forgottenLine({ context, parameters }: PortalCall, messages: Language['messages']): Html {
  if (!context.mail) return html`<p class="forgotten">${messages.forgottenAsk}</p>`;
  const address = `forgottenPassword${requestAddress(parameters)}`;
  return html`<p class="forgotten"><a href="${address}">${messages.forgotten}</a></p>`;
}

/** The way to the organisation's own sign-in, before the form for a username and password. */
function providerLink(provider: string, { messages, direction }: Language, parameters: Parameters): Html {
  return html`<p class="provider">
      <a class="primary" href="provider/authorize${requestAddress(parameters)}"
        >${fill(messages.signInWith, { provider: isolated(provider, direction) })}</a
      >
    </p>
    <p class="or">${messages.orPassword}</p>`;
}

/** The return target, as shown in the address bar; of an application's own scheme the scheme, because its host may be anything. */
export function hostOf(redirectUri: string): string {
  const { host, protocol } = new URL(redirectUri);
  return /^https?:$/.test(protocol) ? host : protocol.slice(0, -1);
}

/** The same page in the other languages, as plain links. */
function languageMenu(current: Language, parameters: Parameters): Html {
  const request = requestAddress(parameters.with({ locale: '' }));
  const links = languages.map(({ tag, name }) => {
    const address = `${request}${request.length > 1 ? '&' : ''}locale=${tag}`;
    const here = tag === current.tag && html`aria-current="true"`;
    return html`<li><a href="${address}" lang="${tag}" hreflang="${tag}" ${here}>${name}</a></li>`;
  });
  return html`<nav class="languages" aria-label="${current.messages.language}">
    <ul>
      ${links}
    </ul>
  </nav>`;
}

interface Field {
  name: 'username' | 'password';
  value: string;
  /** The initial focus without an error. */
  first: boolean;
  /** Whether the user cannot change it. */
  fixed?: boolean;
}

/** A labelled field, with its own message when it was left empty. */
function formField(
  { name, value, first, fixed = false }: Field,
  formErrors: readonly FormError[],
  language: Language,
): Html {
  const missing = formErrors.includes(name);
  return textField({
    name,
    label: language.messages[name],
    type: name === 'password' ? 'password' : 'text',
    value,
    autocomplete: name === 'password' ? 'current-password' : 'username',
    maxLength: 1024,
    required: true,
    readOnly: fixed,
    autofocus: first && formErrors.length === 0,
    invalid: missing || formErrors.includes('wrong'),
    problem: missing ? missingText(name, language) : undefined,
  });
}
