import { type Html, html } from './html.ts';
import { fill, type Language, secondsInWords } from './languages.ts';

/** Why the form is shown again. `username` and `password` are empty fields; `wait` is in seconds. */
export type FormError = 'wrong' | 'expired' | 'username' | 'password' | { wait: number };

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
    return fill(messages.wait, { time: secondsInWords(language, formError.wait) });
  if (formError === 'wrong' || formError === 'expired') return messages[formError];
  return html`<a href="#${formError}">${missingText(formError, language)}</a>`;
}

/** The summary and the field show the same message. */
export function missingText(field: 'username' | 'password', { messages }: Language): string {
  return field === 'username' ? messages.missingUsername : messages.missingPassword;
}
