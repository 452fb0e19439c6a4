import AddOutlined from '@mui/icons-material/AddOutlined';
import { describe, expect, it, vi } from 'vitest';
import type { Command } from './command.ts';
import { fittingCommands } from './fitting-commands.ts';

const command = (title: string, parts: Partial<Command> = {}): Command => ({
  id: title,
  group: 'tools',
  title,
  Icon: AddOutlined,
  run: vi.fn<() => void>(),
  ...parts,
});
const titles = (commands: readonly Command[], text: string) =>
  fittingCommands(commands, text).map(({ title }) => title);

const several = [
  command('Layers'),
  command('Bookmarks'),
  command('Hide Sights and monuments', { group: 'layers' }),
  command('Show Parks', { group: 'layers' }),
  command('Zoom to Parks', { group: 'layers', whenTyped: true }),
  command('Málaga', { group: 'maps' }),
  command('Қалалар', { group: 'maps' }),
  command('Theme: dark', { group: 'settings' }),
];

describe('what fits a text', () => {
  it.each([
    ['lay', 'Layers'],
    ['bokmarks', 'Bookmarks'],
    ['monuments hide', 'Hide Sights and monuments'],
    ['parks zo', 'Zoom to Parks'],
    ['MALAGA', 'Málaga'],
    ['қала', 'Қалалар'],
    ['dark', 'Theme: dark'],
  ])('“%s” finds “%s” first', (text, expected) => {
    expect(titles(several, text)[0]).toBe(expected);
  });

  it('must fit with every word', () => {
    expect(titles(several, 'parks dark')).toEqual([]);
    expect(titles(several, 'qqqq')).toEqual([]);
  });

  it('counts the other words of a command as well', () => {
    expect(titles([command('Deutsch', { words: 'language' })], 'langu')).toEqual(['Deutsch']);
  });

  it('stands together by group, the group of the best one first', () => {
    const groups = fittingCommands(several, 'parks').map(({ group }) => group);
    expect(groups).toEqual([...groups].toSorted());
    expect(groups[0]).toBe('layers');
  });

  it('keeps what a server found, whatever its words, behind what fits by its words', () => {
    const found = command('Central station', { group: 'places', found: true });
    expect(titles([found, ...several], 'layers')).toEqual(['Layers', 'Central station']);
  });
});

describe('without a text', () => {
  it('tools, then layers, then the rest; not what is for typing only', () => {
    expect(titles(several, ' ')).toEqual([
      'Layers',
      'Bookmarks',
      'Hide Sights and monuments',
      'Show Parks',
      'Málaga',
      'Қалалар',
      'Theme: dark',
    ]);
  });

  it('a long group is cut, tools are not', () => {
    const layers = Array.from({ length: 30 }, (_, at) => command(`Hide ${at}`, { group: 'layers' }));
    const tools = Array.from({ length: 12 }, (_, at) => command(`Tool ${at}`));
    expect(fittingCommands([...layers, ...tools], '')).toHaveLength(18);
  });
});
