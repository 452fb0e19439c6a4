import { type Html, html } from './html.ts';
import { fill, type Language, secondsInWords } from './languages.ts';

/** Why the form is shown again. `username` and `password` are fields left empty; `wait` is in seconds. */
export type Complaint = 'wrong' | 'expired' | 'username' | 'password' | { wait: number };

/** What went wrong, above the form and focused, so that a screen reader begins there; empty fields are linked. */
export function errorSummary(complaints: readonly Complaint[], language: Language): Html | undefined {
  if (complaints.length === 0) return undefined;
  return html`<div class="notice" role="alert" tabindex="-1" autofocus aria-labelledby="problem">
    <h2 id="problem">${language.messages.problem}</h2>
    ${complaints.map((complaint) => html`<p>${explain(complaint, language)}</p>`)}
  </div>`;
}

function explain(complaint: Complaint, language: Language): string | Html {
  const { messages } = language;
  if (typeof complaint === 'object')
    return fill(messages.wait, { time: secondsInWords(language, complaint.wait) });
  if (complaint === 'wrong' || complaint === 'expired') return messages[complaint];
  return html`<a href="#${complaint}">${missingText(complaint, language)}</a>`;
}

/** The same words stand in the summary and below the field. */
export function missingText(field: 'username' | 'password', { messages }: Language): string {
  return field === 'username' ? messages.missingUsername : messages.missingPassword;
}
