import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fakeSession, fields, openSettingPanel } from '../../../../testing/web/open-setting-panel.tsx';
import {
  type checkExpression,
  openPopupDesign,
  type PopupExample,
  type PopupSession,
  type PopupValue,
} from '../../../map/configure/configure.ts';
import { type PopupJson, usualPopup } from '../../../map/configure/popup-json.ts';
import { PopupPanel } from './popup-panel.tsx';

vi.mock('../../../map/configure/configure.ts', () => ({
  openPopupDesign: vi.fn<typeof openPopupDesign>(),
  checkExpression: vi.fn<typeof checkExpression>(async () => undefined),
}));

async function begin(value: PopupJson, parts: Partial<PopupSession> = {}) {
  const example = {
    preview: vi.fn<PopupExample['preview']>(() => () => {}),
    evaluate: vi.fn<PopupExample['evaluate']>(async () => '42'),
  };
  const session: PopupSession = {
    ...fakeSession<PopupValue>({ on: true, popup: value }),
    hasAttachments: false,
    relationships: [{ id: 4, title: 'Inspections' }],
    ofGroups: false,
    example,
    ...parts,
  };
  vi.mocked(openPopupDesign).mockResolvedValue(session);
  const view = openSettingPanel(PopupPanel);
  const add = async (content: string) => {
    await view.person.click(await screen.findByRole('button', { name: 'Add content' }));
    await view.person.click(await screen.findByRole('menuitem', { name: content }));
  };
  return { ...view, example, add, popup: () => session.state.get().value.popup };
}

describe('the popup of a layer', () => {
  const withText = (text: string) =>
    begin({ title: 'Stops', fieldInfos: [], popupElements: [{ type: 'text', text }] });

  it('has texts with formats and fields', async () => {
    const { person, popup } = await withText('<p>A <b>stop</b></p>');
    const text = () => popup().popupElements?.[0]?.text;
    expect((await screen.findByRole('textbox', { name: 'Text' })).textContent).toBe('A stop');
    await person.click(screen.getByRole('button', { name: 'Bulleted list' }));
    expect(text()).toBe('<ul><li>A <strong>stop</strong></li></ul>');
    const [ofTitle, ofText] = screen.getAllByRole('button', { name: 'Insert field' });
    await person.click(ofTitle!);
    await person.click(await screen.findByRole('menuitem', { name: 'Height' }));
    expect(popup().title).toContain('{height}');
    await person.click(ofText!);
    await person.click(await screen.findByRole('menuitem', { name: 'Name' }));
    expect(text()).toContain('{name}');
    await person.click(screen.getByRole('button', { name: 'Link' }));
    const address = await screen.findByRole('textbox', { name: 'URL' });
    await person.type(address, 'javascript:alert(1){Enter}');
    expect(screen.getByText(/^This can’t be opened as a link/)).toBeDefined();
    await person.clear(address);
    await person.type(address, 'example.org{Enter}');
    expect(text()).toContain('href="https://example.org"');
  });

  it('keeps HTML that the text editor can’t show', async () => {
    const table = '<table><tbody><tr><td>{name}</td></tr></tbody></table>';
    const { person, popup } = await withText(table);
    const source = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text as HTML' });
    expect(source.value).toBe(table);
    expect(screen.getByText(/edited as source/)).toBeDefined();
    expect(popup().popupElements?.[0]?.text).toBe(table);
    await person.clear(source);
    await person.type(source, '<p>New</p>');
    await person.click(screen.getByRole('button', { name: 'Back to the text editor' }));
    expect((await screen.findByRole('textbox', { name: 'Text' })).textContent).toBe('New');
    expect(popup().popupElements?.[0]?.text).toBe('<p>New</p>');
  });

  it('is designed by keyboard and pointer', async () => {
    const { person, example, popup } = await begin(usualPopup(fields, 'name', 'Stops'));
    expect((await screen.findByRole('textbox', { name: 'Title' })).textContent).toBe('Name');
    expect(example.preview).toHaveBeenCalledOnce();
    screen.getByRole('button', { name: 'Move Height up' }).focus();
    await person.keyboard('{Enter}');
    const rows = () => popup().popupElements?.[0]?.fieldInfos?.map(({ fieldName }) => fieldName);
    expect(rows()).toEqual(['height', 'name']);
    await person.click(screen.getByRole('checkbox', { name: 'Name' }));
    expect(rows()).toEqual(['height']);
    await person.click(screen.getByRole('button', { name: 'Name and format of Height' }));
    await person.click(screen.getByRole('switch', { name: 'Separate thousands' }));
    expect(popup().fieldInfos).toMatchObject([
      { fieldName: 'name' },
      { fieldName: 'height', format: { places: 2, digitSeparator: false } },
    ]);
    await person.click(screen.getByRole('button', { name: 'Add content' }));
    await person.click(await screen.findByRole('menuitem', { name: 'Chart' }));
    expect(popup().popupElements?.[1]).toMatchObject({
      type: 'media',
      mediaInfos: [{ type: 'columnchart', value: { fields: ['height'] } }],
    });
    await person.click(screen.getByRole('button', { name: 'Add expression' }));
    expect(await screen.findByText('Result: 42')).toBeDefined();
    expect(popup().expressionInfos).toMatchObject([{ name: 'expr0', title: 'Expression 1' }]);
  });
});

describe('content that Arcade returns', () => {
  it('is written with a text at first, and reports when popups cannot show it', async () => {
    const { person, example, popup } = await begin({ title: 'Stops', popupElements: [] });
    await person.click(await screen.findByRole('button', { name: 'Add content' }));
    await person.click(await screen.findByRole('menuitem', { name: 'Content by Arcade' }));
    expect(await screen.findByText(/Return a dictionary whose type is/)).toBeDefined();
    const element = () => popup().popupElements?.[0];
    expect(element()?.expressionInfo?.expression).toContain('Text($feature["name"])');
    example.evaluate.mockResolvedValue('{"type":"text","text":"A"}');
    const editor = screen.getByRole('textbox', { name: 'Arcade expression' });
    fireEvent.change(editor, { target: { value: "return { type: 'text', text: 'A' }" } });
    await waitFor(() => expect(screen.queryByText(/Return a dictionary whose type is/)).toBeNull());
    expect(element()).toMatchObject({
      type: 'expression',
      expressionInfo: { expression: "return { type: 'text', text: 'A' }" },
    });
    example.evaluate.mockResolvedValue({ message: 'Division by zero', line: 2, column: 3 });
    fireEvent.change(editor, { target: { value: '1 / 0' } });
    const words = await screen.findByText('Division by zero');
    expect(words.lang).toBe('en');
    expect(words.parentElement?.textContent).toBe('Line 2, column 3: Division by zero');
  });
});

describe('related records in a popup', () => {
  it('are added with a heading and a number of records', async () => {
    const { person, choose, popup } = await begin({ title: 'Stops', popupElements: [] });
    await person.click(await screen.findByRole('button', { name: 'Add content' }));
    await person.click(await screen.findByRole('menuitem', { name: 'Related records: Inspections' }));
    await choose('Records shown at first', '10');
    expect(popup().popupElements).toEqual([
      {
        type: 'relationship',
        relationshipId: 4,
        displayType: 'list',
        displayCount: 10,
        title: 'Inspections',
      },
    ]);
  });

  it('report that their relationship is gone', async () => {
    await begin({ popupElements: [{ type: 'relationship', relationshipId: 9, orderByFields: [] }] });
    expect((await screen.findByRole('alert')).textContent).toContain('doesn’t have this relationship');
  });
});

describe('media and attachments in a popup', () => {
  const empty = { title: 'Stops', popupElements: [] };

  it.each([
    ['Pie chart', 'piechart'],
    ['Line chart', 'linechart'],
  ])('a chart becomes a %s', async (kind, type) => {
    const { add, choose, popup } = await begin(empty);
    await add('Chart');
    await choose('Kind', kind);
    expect(popup().popupElements).toEqual([
      { type: 'media', mediaInfos: [{ type, title: '', value: { fields: ['height'] } }] },
    ]);
  });

  it('attachments are offered once, where the layer has them', async () => {
    const { add, person, popup } = await begin(empty, { hasAttachments: true });
    await add('Attachments');
    expect(popup().popupElements).toEqual([{ type: 'attachments', displayType: 'auto' }]);
    await person.click(screen.getByRole('button', { name: 'Add content' }));
    expect(await screen.findByRole('menuitem', { name: 'Chart' })).toBeDefined();
    expect(screen.queryByRole('menuitem', { name: 'Attachments' })).toBeNull();
  });

  it('attachments are not offered where the layer has none', async () => {
    const { person } = await begin(empty);
    await person.click(await screen.findByRole('button', { name: 'Add content' }));
    expect(await screen.findByRole('menuitem', { name: 'Chart' })).toBeDefined();
    expect(screen.queryByRole('menuitem', { name: 'Attachments' })).toBeNull();
  });
});

describe('the fields of a popup', () => {
  it('have a name, decimal places and a format of dates of their own', async () => {
    const opened = { name: 'opened', title: 'Opened', kind: 'date' } as const;
    const all = [...fields, opened];
    const { person, choose, popup } = await begin(usualPopup(all, 'name', 'Stops'), { fields: all });
    await person.click(await screen.findByRole('button', { name: 'Name and format of Height' }));
    await choose('Decimal places', '1');
    const alias = screen.getByRole('textbox', { name: 'Name in the popup' });
    await person.clear(alias);
    await person.type(alias, 'Height in metres');
    await person.click(screen.getByRole('button', { name: 'Name and format of Height in metres' }));
    await person.click(screen.getByRole('button', { name: 'Name and format of Opened' }));
    expect(screen.queryByRole('combobox', { name: 'Decimal places' })).toBeNull();
    await choose('Date format', 'December 2026');
    const rows = [
      { fieldName: 'name', label: 'Name' },
      { fieldName: 'height', label: 'Height in metres', format: { places: 1, digitSeparator: true } },
      { fieldName: 'opened', label: 'Opened', format: { dateFormat: 'longMonthYear' } },
    ];
    expect(popup().popupElements?.[0]?.fieldInfos).toMatchObject(rows);
    // Texts and charts read them from the popup.
    expect(popup().fieldInfos).toMatchObject(rows);
  });
});
