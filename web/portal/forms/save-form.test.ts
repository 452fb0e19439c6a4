import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeConnection, savedSignIn } from '../../../testing/web/fake-connection.ts';
import { MappingError } from '../../../wire/errors.ts';
import { saveForm, withForm } from './save-form.ts';

afterEach(() => vi.unstubAllGlobals());

const form = { title: 'Trees', formElements: [] };
const item = { id: 'i1', owner: 'grace' };

/** A portal that answers with this data, and the texts that were saved. */
async function rig(data: string) {
  const saved: unknown[] = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    if (!String(input).includes('/update')) return new Response(data);
    const text = new URLSearchParams(String(init.body)).get('text') ?? '';
    saved.push(JSON.parse(text));
    return Response.json({ success: true, id: item.id });
  });
  const { connection } = await fakeConnection({ saved: savedSignIn() });
  return { connection, saved };
}

describe('the form of a layer', () => {
  it('is saved in its item, and everything else stays', async () => {
    const data = { other: 1, layers: [{ id: 0, popupInfo: { title: 'A' }, formInfo: 'before' }, { id: 1 }] };
    const { connection, saved } = await rig(JSON.stringify(data));
    expect(await saveForm(connection, item, { layer: 0, isTable: false }, form)).toBe('before');
    expect(saved).toEqual([
      { other: 1, layers: [{ id: 0, popupInfo: { title: 'A' }, formInfo: form }, { id: 1 }] },
    ]);
  });

  it('is saved in an item without data', async () => {
    const { connection, saved } = await rig('');
    expect(await saveForm(connection, item, { layer: 2, isTable: false }, form)).toBeUndefined();
    expect(saved).toEqual([{ layers: [{ id: 2, formInfo: form }] }]);
  });

  it.each(['<html>Down</html>', '{"error":{"code":403,"message":"No.","details":[]}}', '[]'])(
    'is not saved where the data cannot be read: %s',
    async (data) => {
      const { connection, saved } = await rig(data);
      await expect(saveForm(connection, item, { layer: 0, isTable: false }, form)).rejects.toBeInstanceOf(
        MappingError,
      );
      expect(saved).toEqual([]);
    },
  );

  it('is removed, and those of tables are found wherever they are listed', () => {
    const table = { layer: 3, isTable: true };
    expect(withForm({}, table, form).next).toEqual({ tables: [{ id: 3, formInfo: form }] });
    expect(withForm({ layers: [{ id: '3' }] }, table, form).next).toEqual({
      layers: [{ id: '3', formInfo: form }],
    });
    expect(withForm({ tables: [{ id: 3, formInfo: 'x' }] }, table, undefined)).toEqual({
      next: { tables: [{ id: 3 }] },
      before: 'x',
    });
  });
});
