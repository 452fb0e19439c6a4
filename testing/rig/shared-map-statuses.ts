/** A server of the product with an organisation on some portal. */
interface SharedMapSite {
  url: string;
  org: string;
  portal: string;
}

/** Shares a map for members as the holder of the first token; the status that each holder of a token gets who opens its link. */
export async function sharedMapStatuses(
  { url, org, portal }: SharedMapSite,
  sharer: string,
  readers: readonly (string | undefined)[],
): Promise<number[]> {
  const headers = (token: string | undefined) => ({
    ...(token !== undefined && { authorization: `Bearer ${token}`, 'x-portal': portal }),
  });
  const created = await fetch(`${url}/api/${org}/shared-maps`, {
    method: 'POST',
    headers: { ...headers(sharer), 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Berths', webMap: { operationalLayers: [] }, access: 'members' }),
  });
  if (!created.ok) return [created.status];
  const { sid } = (await created.json()) as { sid: string };
  return Promise.all(
    readers.map(
      async (token) =>
        (await fetch(`${url}/api/${org}/shared-maps/${sid}`, { headers: headers(token) })).status,
    ),
  );
}
