import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { Suspense, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { FormPreviewContext } from '../../../context/open-map.ts';
import {
  type FormSession,
  type FormValue,
  openFormDesign,
  type SettingState,
} from '../../../map/configure/configure.ts';
import {
  fieldsIn,
  type FormElementJson,
  type FormJson,
  type FormPlace,
  newField,
  placesOf,
  withNewElement,
  withPlaced,
} from '../../../map/configure/form-json.ts';
import { radii } from '../../../ui/sizes.ts';
import { FormElementRow, titleOf } from './form-element.tsx';
import type { ListRow } from './list-places.ts';
import { MissingFieldsAlert } from './missing-fields-alert.tsx';
import { SaveFormInLayer } from './save-form-in-layer.tsx';
import { SettingPanel, type SettingPanelProps } from './setting-panel.tsx';
import { AddMenu } from './setting-fields.tsx';
import { SortableList } from './sortable-list.tsx';

/** The form in which features of a layer are edited, with a preview below. */
export function FormPanel(props: SettingPanelProps) {
  const { t } = useTranslation();
  const title = props.layer.title || t('layers.untitled');
  return (
    <SettingPanel<SettingState<FormValue>, FormSession>
      {...props}
      label={t('layers.formOf', { title })}
      resetLabel={t('layers.form.reset')}
      open={openFormDesign}
    >
      {(session, { value }) => (
        <>
          <MissingFieldsAlert layerId={props.layer.id} part="form" />
          <FormDesign layerId={props.layer.id} session={session} value={value} />
          <SaveFormInLayer layerId={props.layer.id} value={value} />
        </>
      )}
    </SettingPanel>
  );
}

function FormDesign({
  layerId,
  session,
  value: { on, form },
}: {
  layerId: string;
  session: FormSession;
  value: FormValue;
}) {
  const { t } = useTranslation();
  const preview = useContext(FormPreviewContext);
  const change = (next: FormJson) => session.set({ on: true, form: next });
  return (
    <>
      <FormControlLabel
        control={<Switch checked={on} onChange={(_event, checked) => session.set({ on: checked, form })} />}
        label={t('layers.form.own')}
      />
      {on && (
        <>
          <TextField
            fullWidth
            size="small"
            label={t('layers.form.title')}
            value={form.title ?? ''}
            onChange={({ target }) => change({ ...form, title: target.value })}
            slotProps={{ htmlInput: { dir: 'auto', maxLength: 250 } }}
          />
          <Elements session={session} form={form} onChange={change} />
          <AddElement
            session={session}
            form={form}
            onAdd={(added) => change(added.reduce(withNewElement, form))}
          />
        </>
      )}
      {preview && (
        <Box component="section" aria-label={t('layers.form.preview')}>
          <Typography variant="caption" color="textSecondary">
            {t('layers.form.preview')}
          </Typography>
          <Box sx={styles.preview}>
            <Suspense fallback={<Box component="output">{t('app.loading')}</Box>}>
              {preview(layerId)}
            </Suspense>
          </Box>
        </Box>
      )}
    </>
  );
}

/** The fields, groups and texts in their order, which can be changed by dragging, by keyboard and by menu. */
function Elements({
  session,
  form,
  onChange,
}: {
  session: FormSession;
  form: FormJson;
  onChange: (form: FormJson) => void;
}) {
  const { t } = useTranslation();
  const rows = rowsOf(form);
  const rowWith = (id: string | undefined) => rows.find((row) => row.id === id);
  const membersOf = (group: Row) =>
    rows.filter(({ place: [at, inner] }) => inner !== undefined && at === group.place[0]);
  const sortable = (row: Row): ListRow =>
    row.element.type === 'group' ? { id: row.id, rows: membersOf(row).map(sortable) } : { id: row.id };
  const shown = (row: Row) => (
    <FormElementRow key={row.id} {...row} fields={session.formFields} form={form} onChange={onChange}>
      {row.element.type === 'group' && membersOf(row).map(shown)}
    </FormElementRow>
  );
  const outer = rows.filter(({ place }) => place.length === 1);
  return (
    <SortableList
      rows={outer.map(sortable)}
      titleOf={(id) => titleOf(t, rowWith(id)?.element ?? {})}
      label={t('layers.form.elements')}
      instructions={t('layers.form.dragHow')}
      groupsNest={false}
      onMove={(id, { group, index }) => {
        const moved = rowWith(id);
        if (moved) onChange(withPlaced(form, moved.place, rowWith(group)?.place[0], index));
      }}
    >
      {outer.map(shown)}
    </SortableList>
  );
}

interface Row {
  id: string;
  element: FormElementJson;
  place: FormPlace;
  /** The places above and below, if it can be moved there. */
  before: FormPlace | undefined;
  after: FormPlace | undefined;
}

function rowsOf(form: FormJson): Row[] {
  const places = placesOf(form);
  const keys = keysOf(places.map(({ element }) => element));
  return places.map(({ element, place }, index) => ({
    id: keys[index] ?? '',
    element,
    place,
    before: places[index - 1]?.place,
    after: afterOf(places, index)?.place,
  }));
}

type Places = ReturnType<typeof placesOf>;

/** The element that one changes places with when moved down; a group is moved with its members. */
function afterOf(rows: Places, index: number): Places[number] | undefined {
  const isGroup = rows[index]?.element.type === 'group';
  return rows.slice(index + 1).find(({ place }) => !isGroup || place.length === 1);
}

/** A key for each element that does not change when it is moved: its field, otherwise its kind and number. */
function keysOf(elements: readonly FormElementJson[]): string[] {
  const seen = new Map<string, number>();
  return elements.map(({ type = '', fieldName = '' }) => {
    const name = `${type} ${fieldName}`;
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return `${name} ${count}`;
  });
}

function AddElement({
  session,
  form,
  onAdd,
}: {
  session: FormSession;
  form: FormJson;
  onAdd: (elements: FormElementJson[]) => void;
}) {
  const { t } = useTranslation();
  const shown = fieldsIn(form);
  const left = session.formFields.filter(({ name }) => !shown.has(name));
  const adding = (title: string, elements: FormElementJson[]) => ({ title, onAdd: () => onAdd(elements) });
  return (
    <AddMenu
      label={t('layers.form.add')}
      additions={[
        adding(t('layers.form.group'), [
          { type: 'group', label: t('layers.form.group'), initialState: 'expanded', formElements: [] },
        ]),
        adding(t('layers.form.text'), [{ type: 'text', text: '', textFormat: 'plain-text' }]),
        ...(left.length > 1 ? [adding(t('layers.form.allFields'), left.map(newField))] : []),
        ...left.map((field, index) => ({ ...adding(field.title, [newField(field)]), apart: index === 0 })),
      ]}
    />
  );
}

const styles = {
  preview: { mt: 0.5, p: 2, border: 1, borderColor: 'divider', borderRadius: radii.card },
} as const;
