import Fuse from 'fuse.js';
import { type Command, type CommandGroup, commandGroups } from './command.ts';

/** Commands of one group that are shown at most: while nothing is typed, and for what is typed. */
const most = { untyped: 6, typed: 8 } as const;
/** Tools stand there all: people look for them. */
const wholeGroups: readonly CommandGroup[] = ['tools', 'pages', 'settings', 'account'];

/**
 * The commands to show for a text, those of a group together. Every word must fit, in any order, begun or with a slip of
 * the finger; accents do not count. What a server found stands behind what fits by its words.
 */
export function fittingCommands(commands: readonly Command[], text: string): Command[] {
  const words = text.trim();
  if (words === '') {
    return commandGroups.flatMap((group) => {
      const shown = commands.filter((one) => one.group === group && !one.whenTyped && !one.found);
      return wholeGroups.includes(group) ? shown : shown.slice(0, most.untyped);
    });
  }
  const fuse = new Fuse(
    commands.filter(({ found }) => !found),
    {
      keys: [{ name: 'title', weight: 3 }, 'words'],
      useTokenSearch: true,
      tokenMatch: 'all',
      ignoreDiacritics: true,
      // One slip in five letters.
      threshold: 0.2,
    },
  );
  const fitting = [...fuse.search(words).map(({ item }) => item), ...commands.filter(({ found }) => found)];
  // The group of the best command comes first.
  const order = [...new Set(fitting.map(({ group }) => group))];
  return order.flatMap((group) => fitting.filter((one) => one.group === group).slice(0, most.typed));
}
