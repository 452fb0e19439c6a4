import { type FormError, missingText } from './form-errors.ts';
import { type Html, html } from './html.ts';
import type { Language } from './languages.ts';

interface Field {
  name: 'username' | 'password';
  value: string;
  /** Where typing begins when nothing is wrong. */
  first: boolean;
}

/** A labelled field, with its own message when it was left empty. */
export function formField(
  { name, value, first }: Field,
  formErrors: readonly FormError[],
  language: Language,
): Html {
  const missing = formErrors.includes(name);
  const invalid = missing || formErrors.includes('wrong');
  return html`<div class="field">
    <label for="${name}">${language.messages[name]}</label>
    <input
      id="${name}"
      name="${name}"
      type="${name === 'password' ? 'password' : 'text'}"
      value="${value}"
      autocomplete="${name === 'password' ? 'current-password' : 'username'}"
      autocapitalize="none"
      spellcheck="false"
      dir="ltr"
      maxlength="1024"
      required
      ${first && formErrors.length === 0 && html`autofocus`}
      ${invalid && html`aria-invalid="true"`}
      ${missing && html`aria-describedby="${name}-missing"`}
    />
    ${missing && html`<p class="missing" id="${name}-missing">${missingText(name, language)}</p>`}
  </div>`;
}
