import { describe, expect, test } from 'vitest';
import { privilegesOf } from './privileges.ts';

const roles = ['org_user', 'org_publisher', 'org_admin'] as const;

describe('privileges', () => {
  test('each role has those of the one below it, and more', () => {
    const [user, publisher, administrator] = roles.map(privilegesOf);
    expect(publisher).toEqual(expect.arrayContaining([...user!]));
    expect(administrator).toEqual(expect.arrayContaining([...publisher!]));
    expect(user!.length).toBeLessThan(publisher!.length);
    expect(publisher!.length).toBeLessThan(administrator!.length);
  });

  test.each(roles)('of %s have ArcGIS names, in order, none twice', (role) => {
    const privileges = privilegesOf(role);
    for (const privilege of privileges)
      expect(privilege).toMatch(/^(portal|features):(user|publisher|admin):[a-z]\w+$/i);
    expect(privileges).toEqual([...new Set(privileges)].toSorted());
  });

  test('what only administrators may do, no other role has', () => {
    for (const role of ['org_user', 'org_publisher'] as const) {
      expect(privilegesOf(role).filter((privilege) => privilege.includes(':admin:'))).toEqual([]);
      expect(privilegesOf(role)).not.toContain('features:user:fullEdit');
    }
    expect(privilegesOf('org_user')).not.toContain('portal:publisher:publishFeatures');
    expect(privilegesOf('org_publisher')).toContain('portal:publisher:publishFeatures');
  });

  test('a list given away cannot change what the role has', () => {
    (privilegesOf('org_user') as string[]).push('portal:admin:deleteItems');
    expect(privilegesOf('org_user')).not.toContain('portal:admin:deleteItems');
    expect(privilegesOf('org_admin').filter((each) => each === 'portal:admin:deleteItems')).toHaveLength(1);
  });
});
