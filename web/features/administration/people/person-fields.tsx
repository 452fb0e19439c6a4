import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { GroupsField } from '../settings/groups-field.tsx';
import { RoleChoice } from './role-choice.tsx';

/** `link`: whoever has the link makes the account. */
export interface NewPerson {
  way: 'link' | 'account';
  username: string;
  fullName: string;
  email: string;
  role: string;
  groups: readonly string[];
}

export function blankPerson(links: boolean): NewPerson {
  return {
    way: links ? 'link' : 'account',
    username: '',
    fullName: '',
    email: '',
    role: 'org_user',
    groups: [],
  };
}

interface PersonFieldsProps {
  links: boolean;
  person: NewPerson;
  onChange: (next: NewPerson) => void;
}

/** What is to be known of a new person. */
export function PersonFields({ links, person, onChange }: PersonFieldsProps) {
  const { t } = useTranslation();
  const text = (name: 'username' | 'fullName' | 'email', more: { required?: boolean; help?: string }) => (
    <TextField
      fullWidth
      required={more.required ?? false}
      type={name === 'email' ? 'email' : 'text'}
      label={t(`people.${name}`)}
      helperText={more.help}
      value={person[name]}
      onChange={({ target }) => onChange({ ...person, [name]: target.value })}
      slotProps={{
        htmlInput: {
          dir: name === 'fullName' ? 'auto' : 'ltr',
          spellCheck: false,
          autoComplete: 'off',
          ...(name === 'username' && {
            pattern: '[A-Za-z0-9._@\\-]{1,128}',
            title: t('people.username.help'),
          }),
        },
      }}
    />
  );
  return (
    <>
      {links && (
        <RadioGroup
          aria-label={t('people.way')}
          value={person.way}
          onChange={(_event, way) => onChange({ ...person, way: way as NewPerson['way'] })}
        >
          {(['link', 'account'] as const).map((way) => (
            <FormControlLabel key={way} value={way} control={<Radio />} label={t(`people.way.${way}`)} />
          ))}
        </RadioGroup>
      )}
      {person.way === 'account' && text('username', { required: true, help: t('people.username.help') })}
      {person.way === 'account' && text('fullName', { required: true })}
      {text('email', { required: !links })}
      <RoleChoice value={person.role} onChoose={(role) => onChange({ ...person, role })} />
      <GroupsField
        label={t('people.groups')}
        help={t('people.groups.help')}
        fault=""
        value={[...person.groups]}
        onChange={(groups) => onChange({ ...person, groups: groups as string[] })}
      />
    </>
  );
}
