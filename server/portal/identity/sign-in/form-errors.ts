import { type Html, html } from './html.ts';
import { fill, type Language, secondsInWords } from './languages.ts';

/** Why the form is shown again. `username` and `password` are fields left empty; `wait` is in seconds. */
export type FormError = 'wrong' | 'expired' | 'username' | 'password' | { wait: number };

/** What went wrong, above the form and focused, so that a screen reader begins there; empty fields are linked. */
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

/** The same words stand in the summary and below the field. */
export function missingText(field: 'username' | 'password', { messages }: Language): string {
  return field === 'username' ? messages.missingUsername : messages.missingPassword;
}
