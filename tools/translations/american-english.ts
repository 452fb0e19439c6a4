/** The language whose messages are English ones in another spelling. */
export const american = 'en-US';

/** Beginnings of words in British and in American spelling. Messages with other such words need a pair here: a test finds them. */
const spellings: readonly [british: string, american: string][] = [
  ['analys(?=ed?\\b)', 'analyz'],
  ['behaviour', 'behavior'],
  ['cancelled', 'canceled'],
  ['catalogue', 'catalog'],
  ['centre', 'center'],
  ['centred', 'centered'],
  ['colour', 'color'],
  ['emphasis(?=e)', 'emphasiz'],
  ['favourite', 'favorite'],
  ['grey', 'gray'],
  ['labell', 'label'],
  ['licence', 'license'],
  ['metre', 'meter'],
  ['neighbour', 'neighbor'],
  ['organis(?=[aei])', 'organiz'],
  ['recognis(?=[ei])', 'recogniz'],
  ['storey', 'story'],
  ['storeys', 'stories'],
  ['summaris(?=[ei])', 'summariz'],
  ['synchronis(?=[aei])', 'synchroniz'],
  ['towards', 'toward'],
];

const longestFirst = spellings.toSorted(([one], [other]) => other.length - one.length);
const british = new RegExp(longestFirst.map(([word]) => `(${word})`).join('|'), 'gi');

/** A text in American spelling; placeholders such as `{{organisation}}` stay. */
export function americanText(text: string): string {
  return text
    .split(/(\{\{.*?\}\})/)
    .map((part) => (part.startsWith('{{') ? part : part.replace(british, respell)))
    .join('');
}

function respell(found: string, ...groups: unknown[]): string {
  const at = groups.slice(0, longestFirst.length).findIndex((group) => group !== undefined);
  const word = longestFirst[at]?.[1] ?? found;
  return found.startsWith(found.charAt(0).toLowerCase())
    ? word
    : word.charAt(0).toUpperCase() + word.slice(1);
}

/** The messages that are spelled in another way in American English. */
export function americanMessages(english: Readonly<Record<string, string>>): Record<string, string> {
  const changed = Object.entries(english).flatMap(([key, text]) => {
    const next = americanText(text);
    return next === text ? [] : [[key, next] as const];
  });
  return Object.fromEntries(changed);
}
