import { describe, expect, test } from 'vitest';
import { privilegesOf } from './privileges.ts';

const roles = ['org_user', 'org_publisher', 'org_admin'] as const;

describe('privileges', () => {
  test('of each role include those of the one below, and more', () => {
    const [user, publisher, administrator] = roles.map((role) => privilegesOf(role));
    expect(publisher).toEqual(expect.arrayContaining([...user!]));
    expect(administrator).toEqual(expect.arrayContaining([...publisher!]));
    expect(user!.length).toBeLessThan(publisher!.length);
    expect(publisher!.length).toBeLessThan(administrator!.length);
  });

  test.each(roles)('of %s have ArcGIS names, in order, without duplicates', (role) => {
    const privileges = privilegesOf(role);
    for (const privilege of privileges)
      expect(privilege).toMatch(/^(portal|features):(user|publisher|admin):[a-z]\w+$/i);
    expect(privileges).toEqual([...new Set(privileges)].toSorted());
  });

  test('for administration belong to no other role', () => {
    for (const role of ['org_user', 'org_publisher'] as const) {
      expect(privilegesOf(role).filter((privilege) => privilege.includes(':admin:'))).toEqual([]);
      expect(privilegesOf(role)).not.toContain('features:user:fullEdit');
    }
    expect(privilegesOf('org_user')).not.toContain('portal:publisher:publishFeatures');
    expect(privilegesOf('org_publisher')).toContain('portal:publisher:publishFeatures');
  });

  test('cannot be changed through a returned list', () => {
    (privilegesOf('org_user') as string[]).push('portal:admin:deleteItems');
    expect(privilegesOf('org_user')).not.toContain('portal:admin:deleteItems');
    expect(privilegesOf('org_admin').filter((each) => each === 'portal:admin:deleteItems')).toHaveLength(1);
  });
});
