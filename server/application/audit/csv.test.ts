import { expect, test } from 'vitest';
import { csvOf } from './routes.ts';

const entry = {
  id: 1,
  organisation: 'town',
  at: Date.UTC(2031, 0, 2),
  actor: 'ada',
  act: 'config.saved',
  subject: '2',
};

const csvOfOne = async (more: { subject: string; detail: Record<string, unknown> }) => {
  const pages = (async function* () {
    yield [{ ...entry, ...more }];
  })();
  let csv = '';
  for await (const piece of csvOf(pages)) csv += piece;
  return csv;
};

test('quotes values with commas, quotes and line breaks', async () => {
  const csv = await csvOfOne({ subject: 'a "b",\nc', detail: { changed: ['title', 'map'] } });
  expect(csv).toBe(
    '\uFEFFtime,actor,act,subject,detail\r\n' +
      '2031-01-02T00:00:00.000Z,ada,config.saved,"a ""b"",\nc","{""changed"":[""title"",""map""]}"\r\n',
  );
});

test.each(['=1+1', '+x', '-x', '@x', '\tx'])(
  'escapes a value that begins with %j as text, not a formula',
  async (subject) => {
    expect(await csvOfOne({ subject, detail: {} })).toContain(`config.saved,'${subject},`);
  },
);
