/** The content of a recorded installation; a test reads it after an upgrade. */
export const recorded = {
  password: 'a password to upgrade with',
  map: {
    title: 'Trees of the city',
    document: { operationalLayers: [], version: '2.33', baseMap: { title: 'Streets' } },
  },
  layer: {
    name: 'Trees',
    geometryType: 'esriGeometryPoint',
    fields: [
      { name: 'name', type: 'esriFieldTypeString', length: 50 },
      {
        name: 'height',
        type: 'esriFieldTypeInteger',
        domain: { type: 'range', name: 'heights', range: [0, 90] },
      },
      { name: 'planted', type: 'esriFieldTypeDate' },
    ],
  },
  features: [1, 2, 3].map((number) => ({
    attributes: { name: `Tree ${number}`, height: number * 10, planted: 1_700_000_000_000 },
    geometry: { x: 4.4 + number / 100, y: 51.9 },
  })),
  attachment: 'A note about the first tree',
};

type Answer = Record<string, any>;

/** Sends a request as ArcGIS clients do. @throws Error for the ArcGIS error envelope */
export async function callArcGis(url: string, params: Record<string, unknown>): Promise<Answer> {
  const files = Object.values(params).some((value) => value instanceof Blob);
  const form = files ? new FormData() : new URLSearchParams();
  form.set('f', 'json');
  for (const [name, value] of Object.entries(params))
    (form as FormData).set(
      name,
      value instanceof Blob || typeof value === 'string' ? value : JSON.stringify(value),
    );
  const response = await fetch(url, { method: 'POST', body: form });
  const answer = (await response.json()) as Answer;
  if (answer['error']) throw new Error(`${url}: ${JSON.stringify(answer['error'])}`);
  return answer;
}

export async function signIn(origin: string, password: string): Promise<string> {
  const rest = `${origin}/portal/city/sharing/rest`;
  const { token } = await callArcGis(`${rest}/generateToken`, {
    username: 'ada',
    password,
    client: 'requestip',
  });
  return String(token);
}

/** The password that the operator's command printed for the administrator. */
export function firstPassword(output: string): string {
  return /with the password (\S+)/.exec(output)?.[1] ?? '';
}

/** Creates a map, a layer with features and an attachment, and a group, as the administrator `ada` of `city`. */
export async function fillInstallation(origin: string, password: string): Promise<void> {
  const rest = `${origin}/portal/city/sharing/rest`;
  const first = await signIn(origin, password);
  await callArcGis(`${rest}/community/users/ada/reset`, {
    token: first,
    password,
    newPassword: recorded.password,
  });
  const token = await signIn(origin, recorded.password);
  const call = (path: string, params: object) => callArcGis(`${rest}/${path}`, { token, ...params });
  const { map, layer, features } = recorded;
  const { id } = await call('content/users/ada/addItem', {
    type: 'Web Map',
    title: map.title,
    text: map.document,
  });
  await call(`content/users/ada/items/${id}/share`, { everyone: true, org: true });
  await call('community/createGroup', { title: 'Gardeners', access: 'org' });
  const createParameters = {
    name: 'Trees',
    capabilities: 'Create,Delete,Query,Update,Editing',
    editorTrackingInfo: { enableEditorTracking: true },
    layers: [{ ...layer, hasAttachments: true }],
  };
  const made = await call('content/users/ada/createService', {
    createParameters,
    outputType: 'featureService',
  });
  const url = `${made['encodedServiceURL']}/0`;
  await callArcGis(`${url}/addFeatures`, { token, features });
  const attachment = new File([recorded.attachment], 'note.txt', { type: 'text/plain' });
  await callArcGis(`${url}/1/addAttachment`, { token, attachment });
}
