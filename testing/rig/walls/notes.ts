type Call = (
  path: string,
  parameters: Record<string, string>,
  as: 'ada' | 'grace',
) => Promise<Record<string, any>>;

/** A notification, a comment and a role of the city. */
export async function addNotes(
  call: Call,
  { marker, group, item }: { marker: string; group: string; item: string },
): Promise<{ notification: string; comment: string; role: string }> {
  const message = { subject: marker, message: marker, users: 'grace' };
  await call(`/community/groups/${group}/createNotification`, message, 'grace');
  const list = await call('/community/users/grace/notifications', {}, 'grace');
  const comment = { comment: `Look ${marker}` };
  const added = await call(`/content/items/${item}/addComment`, comment, 'grace');
  const role = await call('/portals/self/createRole', { name: marker }, 'ada');
  return {
    notification: list['notifications'][0].id as string,
    comment: added['commentId'] as string,
    role: role['id'] as string,
  };
}
