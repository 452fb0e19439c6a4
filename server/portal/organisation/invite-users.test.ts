import { describe, expect, test } from 'vitest';
import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import { readInvitations } from './invite-users.ts';

const list = (...invitations: unknown[]) => JSON.stringify({ invitations });

describe('invitation', () => {
  test.each([
    // Parameter names of different clients.
    [{ username: 'ann', firstname: 'Ann', lastname: 'Lee' }, { fullName: 'Ann Lee' }],
    [{ username: 'ann', firstName: 'Ann', lastName: 'Lee' }, { fullName: 'Ann Lee' }],
    [{ username: 'ann', firstName: 'Ann' }, { fullName: 'Ann' }],
    [{ username: 'ann', fullName: 'Dr Lee', firstName: 'Ann' }, { fullName: 'Dr Lee' }],
    [{ username: 'ann', fullname: ' Dr Lee ' }, { fullName: 'Dr Lee' }],
    [{ username: 'ann' }, { fullName: 'ann', role: 'org_user', groups: [], email: '' }],
    [{ username: ' ann ' }, { username: 'ann' }],
    // Blank means not given: a link is created instead.
    [
      { username: ' ', password: '' },
      { username: undefined, password: undefined },
    ],
    // A password is not trimmed.
    [{ username: 'ann', password: ' spaces count ' }, { password: ' spaces count ' }],
    [{ role: 'account_admin' }, { role: 'org_admin' }],
    [{ groups: 'a, b,,a' }, { groups: ['a', 'b'] }],
    [{ groups: ['a', 'b'] }, { groups: ['a', 'b'] }],
    [{ expiration: 1440 }, { expiration: 1440 }],
  ])('%o', (given, expected) => {
    expect(readInvitations(list(given))).toMatchObject([expected]);
  });

  test.each([
    [undefined, ''],
    ['', ''],
    ['{', ''],
    ['[]', ''],
    [list(), 'invitations'],
    [list(...Array.from({ length: limits.usersPerInvitation + 1 }, () => ({}))), 'invitations'],
    [list({ role: 'owner' }), 'invitations.0.role'],
    [list({ role: 'toString' }), 'invitations.0.role'],
    [list({}, { username: 'x'.repeat(129) }), 'invitations.1.username'],
    [list({ password: 'x'.repeat(1025) }), 'invitations.0.password'],
    [list({ email: 'x'.repeat(255) }), 'invitations.0.email'],
    [list({ expiration: 'soon' }), 'invitations.0.expiration'],
    [list({ groups: [7] }), 'invitations.0.groups'],
  ])('%s is rejected, with its position', (json, path) => {
    const refused = thrown(() => readInvitations(json));
    expect(refused).toMatchObject({ id: 'portal:invalid-invitation', status: 400 });
    expect(refused.faults?.[0]?.path ?? '').toContain(path);
  });

  test('repeats no value of a rejected one', () => {
    const refused = thrown(() => readInvitations(list({ password: `hunter2${'x'.repeat(1025)}` })));
    expect(JSON.stringify([refused.message, refused.faults])).not.toContain('hunter2');
  });
});

function thrown(act: () => unknown): MappingError {
  try {
    act();
  } catch (error) {
    if (error instanceof MappingError) return error;
    throw error;
  }
  throw new Error('Nothing was refused.');
}
