/**
 * Shares a public web map of the demo by link, as one of its members.
 * @returns the sid of the link
 */
export async function shareMap(origin: string, id: string): Promise<string> {
  const rest = `${origin}/portal/demo/sharing/rest`;
  const { token } = await read<{ token: string }>(`${rest}/generateToken`, {
    method: 'POST',
    body: new URLSearchParams({ f: 'json', username: 'grace', password: 'mapping-demo' }),
  });
  const webMap = await read<object>(`${rest}/content/items/${id}/data?f=json`);
  const { sid } = await read<{ sid: string }>(`${origin}/api/demo/shared-maps`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Shared map', webMap }),
  });
  return sid;
}

async function read<Answer>(url: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  const text = await response.text();
  if (!response.ok || text.startsWith('{"error"')) throw new Error(`${url} was answered ${text}`);
  return JSON.parse(text) as Answer;
}
