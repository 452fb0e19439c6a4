import type { Page } from '@playwright/test';
import { messagesIn } from './product-messages.ts';
import { findMisfits, type Misfit } from './find-misfits.ts';
import { transitionsOver } from './transitions-over.ts';

/** A wide window, and a phone. */
const windows = [
  { width: 1280, height: 800 },
  { width: 390, height: 800 },
] as const;

/**
 * What does not fit on a page in a language, in a wide window and on a phone: texts that are cut, that leave their control or the
 * window, or that lie over each other, and controls that do. Names may end with an ellipsis, words of the interface may not.
 */
export async function misfitsIn(page: Page, language: string): Promise<string[]> {
  const isMessage = messagesOf(language);
  const faults: string[] = [];
  // One after the other, in the same page.
  /* oxlint-disable no-await-in-loop */
  for (const size of windows) {
    await page.setViewportSize(size);
    await transitionsOver(page);
    await page.evaluate('document.fonts.ready');
    const found = await page.evaluate(findMisfits);
    const faulty = found.filter(({ fault, text }) => fault !== 'shortened' || isMessage(text));
    faults.push(...faulty.map((one) => `${size.width}: ${describe(one)}`));
  }
  /* oxlint-enable no-await-in-loop */
  await page.setViewportSize(windows[0]);
  return [...new Set(faults)];
}

const describe = ({ fault, text, place }: Misfit) => `${fault}: “${text}” in ${place}`;

/** Values of messages that are numbers and dates, and no names. */
const numeric = /\{\{(?:number|count|total|percent|date|time|megabytes|features|most|found|index)\}\}/;

/** Whether a text is a message of the interface; messages with names in them may be as long as names. */
function messagesOf(language: string): (text: string) => boolean {
  const whole = new Set<string>();
  const patterns: RegExp[] = [];
  for (const message of Object.values(messagesIn(language))) {
    const parts = message.split(/(\{\{\w+\}\})/);
    if (parts.length === 1) whole.add(message);
    else if (/\p{L}{2}/u.test(message.replaceAll(/\{\{\w+\}\}/g, '')) && parts.every(isWordOrNumber))
      patterns.push(new RegExp(`^${parts.map(patternOf).join('')}$`, 'u'));
  }
  return (text) => whole.has(text) || patterns.some((pattern) => pattern.test(text));
}

const isWordOrNumber = (part: string) => !part.startsWith('{{') || numeric.test(part);
const patternOf = (part: string) =>
  part.startsWith('{{') ? '.+' : part.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
