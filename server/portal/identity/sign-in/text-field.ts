import { html, type Html } from '../../../platform/http/html.ts';

interface TextField {
  /** Also the element's id. */
  name: string;
  label: string;
  type?: 'text' | 'password';
  value?: string;
  /** A token of https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill. */
  autocomplete: string;
  maxLength: number;
  /** Whether phones show a numeric keypad. */
  numeric?: boolean;
  required?: boolean;
  readOnly?: boolean;
  autofocus?: boolean;
  invalid?: boolean;
  help?: string;
  /** What is wrong with this field alone; shown below it. */
  problem?: string | undefined;
}

/** A labelled field of the sign-in pages. Names, passwords and codes are written from left to right in every language. */
export function textField(field: TextField): Html {
  const { name, label, help, problem } = field;
  const descriptions = [help && `${name}-help`, problem && `${name}-problem`].filter(Boolean).join(' ');
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${field.type ?? 'text'}"
      value="${field.value ?? ''}"
      autocomplete="${field.autocomplete}"
      autocapitalize="none"
      spellcheck="false"
      dir="ltr"
      maxlength="${field.maxLength}"
      ${field.numeric && html`inputmode="numeric"`}
      ${field.required && html`required`}
      ${field.readOnly && html`readonly`}
      ${field.autofocus && html`autofocus`}
      ${field.invalid && html`aria-invalid="true"`}
      ${descriptions !== '' && html`aria-describedby="${descriptions}"`}
    />
    ${help && html`<p class="help" id="${name}-help">${help}</p>`}
    ${problem && html`<p class="missing" id="${name}-problem">${problem}</p>`}
  </div>`;
}
