import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormLabel from '@mui/material/FormLabel';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { itemTypeName, useItemTexts } from '../../../i18n/index.ts';
import { capabilitiesOf } from '../../../portal/capabilities.ts';
import type { Party } from '../../../portal/copy/report.ts';
import type { PlannedCopy } from '../../../portal/copy/plan.ts';
import type { PortalGroup } from '../../../portal/portal-types.ts';
import type { Choices } from './use-copy.ts';

export interface ChoicesFormProps {
  plan: readonly PlannedCopy[];
  /** Items that the chosen ones mention. */
  mentioned: readonly PlannedCopy[];
  /** Ids of items that are not copied. */
  left: ReadonlySet<string>;
  onLeave: (left: ReadonlySet<string>) => void;
  /** Groups of the source that hold any of the items. */
  groups: readonly PortalGroup[];
  target: Party;
  choices: Choices;
  onChange: (choices: Choices) => void;
}

/** A member can be in hundreds of groups: the first that match the text are offered. */
const firstGroups = createFilterOptions<PortalGroup>({ limit: 50 });

/** Which items are copied, into which folder, and who can see the copies. */
export function ChoicesForm({
  plan,
  mentioned,
  left,
  onLeave,
  groups,
  target,
  choices,
  onChange,
}: ChoicesFormProps) {
  const { t } = useTranslation();
  const { shareToGroups } = capabilitiesOf(target.user, target.portal);
  const list = { left, onLeave };
  return (
    <>
      <ItemChecks label={t('copy.items')} items={plan} {...list} />
      {mentioned.length > 0 && <ItemChecks label={t('copy.mentioned')} items={mentioned} {...list} />}
      <TextField
        label={t('copy.folder')}
        value={choices.folder}
        placeholder={t('copy.folder.none')}
        helperText={t('copy.folder.hint')}
        slotProps={{ htmlInput: { maxLength: 100 }, inputLabel: { shrink: true } }}
        onChange={(event) => onChange({ ...choices, folder: event.target.value })}
      />
      <FormControlLabel
        control={
          <Switch checked={choices.share} onChange={(_event, share) => onChange({ ...choices, share })} />
        }
        label={t('copy.share')}
      />
      {choices.share &&
        shareToGroups &&
        groups.map((group) => (
          <Autocomplete
            key={group.id}
            options={target.user.groups}
            filterOptions={firstGroups}
            value={target.user.groups.find(({ id }) => id === choices.groups.get(group.id)) ?? null}
            getOptionLabel={({ title }) => title}
            getOptionKey={({ id }) => id}
            noOptionsText={t('copy.group.noMatch')}
            onChange={(_event, chosen) =>
              onChange({ ...choices, groups: mapped(choices, group.id, chosen?.id ?? '') })
            }
            renderInput={(input) => (
              <TextField
                {...input}
                label={t('copy.group', { group: group.title })}
                placeholder={t('copy.group.none')}
                slotProps={{
                  ...input.slotProps,
                  inputLabel: { ...input.slotProps.inputLabel, shrink: true },
                }}
              />
            )}
          />
        ))}
    </>
  );
}

function mapped({ groups }: Choices, from: string, to: string): ReadonlyMap<string, string> {
  const next = new Map(groups);
  if (to === '') next.delete(from);
  else next.set(from, to);
  return next;
}

interface ItemChecksProps extends Pick<ChoicesFormProps, 'left' | 'onLeave'> {
  label: string;
  items: readonly PlannedCopy[];
}

function ItemChecks({ label, items, left, onLeave }: ItemChecksProps) {
  const { t } = useTranslation();
  const { titleOf } = useItemTexts();
  const toggle = (id: string) => {
    const next = new Set(left);
    if (!next.delete(id)) next.add(id);
    onLeave(next);
  };
  return (
    <FormControl component="fieldset">
      <FormLabel component="legend">{label}</FormLabel>
      <FormGroup>
        {items.map(({ item, way }) => (
          <FormControlLabel
            key={item.id}
            control={<Checkbox checked={!left.has(item.id)} onChange={() => toggle(item.id)} />}
            sx={{ alignItems: 'flex-start', '& .MuiFormControlLabel-label': { pt: 1, minWidth: 0 } }}
            label={
              <Box sx={{ overflowWrap: 'anywhere' }}>
                <bdi>{titleOf(item)}</bdi>
                <Typography variant="body2" color="textSecondary">
                  {itemTypeName(t, item.type)} · {t(`copy.way.${way}`)}
                </Typography>
              </Box>
            }
          />
        ))}
      </FormGroup>
    </FormControl>
  );
}
