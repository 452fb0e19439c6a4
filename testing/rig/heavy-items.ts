import type { PortalClient } from './portal-client.ts';
import { limits } from '../../server/limits.ts';

/** Characters of properties, less what the JSON around them takes. */
const room = limits.itemProperties - 1000;

/** Objects, lists and members, less those that hold the others. */
const many = limits.itemPropertyValues - 200;

/** Properties as large as they may be: one text, many empty lists, many names, and numbers in nested lists. */
const properties = [
  () => ({ text: 'x'.repeat(room) }),
  // A list between two others counts twice.
  () => ({ lists: Array.from({ length: many / 2 }, () => []) }),
  () => Object.fromEntries(Array.from({ length: many }, (_none, n) => [`n${n}`, 1])),
  () => JSON.parse(`${'{"a":'.repeat(90)}[${Array<number>(many).fill(1).join()}]${'}'.repeat(90)}`) as object,
];

/** Characters that are short, are long as UTF-8, and are escaped in JSON. */
const characters = ['x', 'ж', '\u0001'];

/** Items with different texts and properties. */
export const heavyKinds = characters.length * properties.length;

/** Fields of addItem: an item with all texts at their maximum. */
export function heavyItem(index: number): Record<string, string> {
  const text = (characters[index % characters.length] ?? 'x').repeat(limits.itemDescription - 1);
  const made = properties[index % properties.length]?.() ?? {};
  return {
    type: 'Web Map',
    title: `Heavy ${index}`,
    tags: 'heavy',
    description: `a${text}`,
    licenseInfo: `b${text}`,
    documentation: `c${text}`,
    properties: JSON.stringify(made),
  };
}

/** Adds heavy items that everyone sees, and a quarter as many groups with the longest descriptions. */
export async function addHeavyContent(
  { call }: Pick<PortalClient, 'call'>,
  { count, owner, token }: { count: number; owner: string; token: string },
): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const { id, error } = await call(`/content/users/${owner}/addItem`, { ...heavyItem(index), token });
    if (error) throw new Error(`A heavy item was refused: ${JSON.stringify(error)}`);
    await call(`/content/items/${id}/share`, { everyone: 'true', token });
  }
  for (let index = 0; index < count / 4; index += 1) {
    const character = characters[index % characters.length] ?? 'x';
    const description = character.repeat(limits.itemDescription);
    const title = `Heavy ${index}`;
    await call('/community/createGroup', { title, description, tags: 'heavy', access: 'public', token });
  }
}
