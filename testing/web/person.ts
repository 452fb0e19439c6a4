import userEvent, { type UserEvent } from '@testing-library/user-event';

/**
 * A user at keyboard and mouse. Text typed between two special keys such as `{Enter}` arrives at once: the
 * product searches when typing pauses, and on a busy machine there would be a pause after any letter.
 */
export function createPerson(): UserEvent {
  const person = userEvent.setup();
  return {
    ...person,
    async type(element, text) {
      await person.click(element);
      for (const part of text.split(/(\{[A-Za-z]+\})/))
        if (/^\{[A-Za-z]+\}$/.test(part)) await person.keyboard(part);
        else if (part) await person.paste(part);
    },
  };
}
