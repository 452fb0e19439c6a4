import Close from '@mui/icons-material/Close';
import SearchOff from '@mui/icons-material/SearchOff';
import Search from '@mui/icons-material/Search';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import InputBase from '@mui/material/InputBase';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { type ReactNode, useDeferredValue, useMemo, type LiHTMLAttributes } from 'react';
import { useTranslation } from 'react-i18next';
import { StateMessage } from '../../../ui/state-message.tsx';
import { radii, sizes, textSizes } from '../../../ui/sizes.ts';
import { type Command, type CommandGroup, commandGroups, useCommands } from './commands-context.ts';
import { PaletteHints } from './palette-hints.tsx';
import { useChoice } from './use-choice.ts';
import Check from '@mui/icons-material/Check';
import Fuse from 'fuse.js';

interface PaletteListProps {
  /** Why the last command failed, in the user's language; empty: it did not. */
  failure: ReactNode;
  onRun: (command: Command) => void;
}

/**
 * The field and the list as one combobox: the field keeps the focus, arrow keys select, Enter runs the
 * selected command.
 */
export function PaletteList({ failure, onRun }: PaletteListProps) {
  const { t } = useTranslation();
  const { text, setText, setOpen, sources, holdField } = useCommands();
  // Typing has priority over ranking.
  const deferredText = useDeferredValue(text);
  const all = useMemo(() => [...sources.values()].flatMap(({ commands }) => commands), [sources]);
  const fitting = useMemo(() => fittingCommands(all, deferredText), [all, deferredText]);
  const searching = [...sources.values()].some((source) => source.searching);
  const failures = [...sources.values()].flatMap(({ failure }) => failure ?? []);
  const unavailable = [...sources.values()].flatMap((source) => source.unavailable ?? []);
  const run = (command: Command | undefined) => command && onRun(command);
  const { inputProps, listProps, optionProps } = useChoice({
    options: fitting,
    text: deferredText,
    // Enter right after the last letter runs the best match of the whole text, not of the list that is still shown.
    onEnter: (chosen) => run(deferredText === text ? chosen : fittingCommands(all, text)[0]),
    onClick: run,
    onEscape: () => setOpen(false),
  });
  const groups = [...new Set(fitting.map(({ group }) => group))];
  const nothing = fitting.length === 0 && !searching && deferredText === text;
  return (
    <Box sx={styles.root}>
      <InputBase
        inputRef={holdField}
        placeholder={t('commands.placeholder')}
        startAdornment={<Search sx={{ color: 'text.secondary', flexShrink: 0 }} />}
        endAdornment={
          <IconButton aria-label={t('commands.close')} onClick={() => setOpen(false)} sx={styles.close}>
            <Close fontSize="small" />
          </IconButton>
        }
        value={text}
        onChange={({ target }) => setText(target.value)}
        slotProps={{
          input: { ...inputProps, 'aria-label': t('commands.placeholder'), enterKeyHint: 'go' },
        }}
        sx={styles.field}
      />
      <Box sx={{ height: 2, flexShrink: 0 }}>
        {searching && <LinearProgress aria-label={t('app.loading')} sx={{ height: 2 }} />}
      </Box>
      {failure && (
        <Alert severity="error" sx={{ mx: 1, mt: 1, flexShrink: 0 }}>
          {failure}
        </Alert>
      )}
      <Box component="ul" {...listProps} aria-label={t('commands.title')} sx={styles.list}>
        {groups.map((group) => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- within a list box, only this role may hold options
          <Box component="li" role="group" key={group} aria-label={t(`commands.group.${group}`)}>
            <Typography aria-hidden variant="caption" sx={styles.heading}>
              {t(`commands.group.${group}`)}
            </Typography>
            <Box component="ul" role="presentation" sx={{ p: 0 }}>
              {fitting
                .filter((command) => command.group === group)
                .map((command) => (
                  <CommandRow key={command.id} command={command} optionProps={optionProps(command)} />
                ))}
            </Box>
          </Box>
        ))}
      </Box>
      {/* Sources that failed are reported below: then “no matches” would be wrong. */}
      {nothing && failures.length + unavailable.length === 0 && (
        <Box sx={{ p: 2 }}>
          <StateMessage
            icon={<SearchOff />}
            title={t('commands.nothing', { text: text.trim() })}
            detail={t('commands.nothing.why')}
          />
        </Box>
      )}
      {[...failures, ...(nothing ? unavailable : [])].map((failure) => (
        <Alert key={failure} severity="warning" sx={{ mx: 1, mb: 1, flexShrink: 0 }}>
          {failure}
        </Alert>
      ))}
      <Box component="output" sx={visuallyHidden}>
        {searching ? t('app.loading') : !nothing && t('commands.count', { count: fitting.length })}
      </Box>
      <PaletteHints />
    </Box>
  );
}

const styles = {
  root: { display: 'flex', flexDirection: 'column', minHeight: 0 },
  field: {
    flexShrink: 0,
    minHeight: 56,
    px: 2,
    gap: 1.5,
    // Phones zoom in on fields with smaller text.
    fontSize: textSizes.large,
    borderBottom: 1,
    borderColor: 'divider',
  },
  // With a keyboard, Escape and a click outside close it.
  close: { width: sizes.touch, height: sizes.touch, marginInlineEnd: -1, display: { sm: 'none' } },
  list: { m: 0, p: 1, pt: 0, overflowY: 'auto', listStyle: 'none', '&:empty': { display: 'none' } },
  heading: {
    display: 'block',
    position: 'sticky',
    top: 0,
    zIndex: 1,
    px: 1.5,
    pt: 1.5,
    pb: 0.5,
    fontWeight: 500,
    color: 'text.secondary',
    backgroundColor: 'background.paper',
  },
} as const;

/** A command as an option of the list. */
function CommandRow({
  command: { Icon, title, inUse },
  optionProps,
}: {
  command: Command;
  optionProps: LiHTMLAttributes<HTMLLIElement>;
}) {
  const { t } = useTranslation();
  return (
    <Box component="li" {...optionProps} sx={rowStyles.row}>
      <Icon fontSize="small" sx={{ color: 'text.secondary', flexShrink: 0 }} />
      <Box component="span" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <bdi>{title}</bdi>
      </Box>
      {inUse && (
        <Box component="span" sx={{ display: 'flex', color: 'primary.readable' }}>
          <Check fontSize="small" titleAccess={t('commands.inUse')} />
        </Box>
      )}
    </Box>
  );
}

const rowStyles = {
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: 1.5,
    px: 1.5,
    py: 0.5,
    minHeight: { xs: 44, sm: 40 },
    borderRadius: radii.control,
    cursor: 'pointer',
    // Room for the sticky headings.
    scrollMarginTop: 40,
    '&[aria-selected="true"]': {
      backgroundColor: 'color-mix(in srgb, var(--mui-palette-primary-main) 18%, transparent)',
    },
  },
} as const;

/** The largest number of commands per group: before anything is typed, and for a text. */
const max = { untyped: 6, typed: 8 } as const;
/** All tools are shown, because users look for them. */
const wholeGroups: readonly CommandGroup[] = ['tools', 'pages', 'settings', 'account'];

/**
 * The commands to show for a text, by group. Every word must match, in any order, as a prefix or with a typo;
 * accents are ignored. Results of a server follow the commands that match by their words.
 */
export function fittingCommands(commands: readonly Command[], text: string): Command[] {
  const words = text.trim();
  if (words === '') {
    return commandGroups.flatMap((group) => {
      const shown = commands.filter((one) => one.group === group && !one.whenTyped && !one.found);
      return wholeGroups.includes(group) ? shown : shown.slice(0, max.untyped);
    });
  }
  const fuse = new Fuse(
    commands.filter(({ found }) => !found),
    {
      keys: [{ name: 'title', weight: 3 }, 'words'],
      useTokenSearch: true,
      tokenMatch: 'all',
      ignoreDiacritics: true,
      // One typo per five letters.
      threshold: 0.2,
    },
  );
  const fitting = [...fuse.search(words).map(({ item }) => item), ...commands.filter(({ found }) => found)];
  // The group of the best match comes first.
  const order = [...new Set(fitting.map(({ group }) => group))];
  return order.flatMap((group) => fitting.filter((one) => one.group === group).slice(0, max.typed));
}
