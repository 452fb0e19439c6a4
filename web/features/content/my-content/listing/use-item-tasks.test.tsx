import { describe, expect, it } from 'vitest';
import { ada, fakeContext } from '../../../../../testing/web/fake-context.ts';
import { show } from '../../../../../testing/web/render.tsx';
import type { PortalItem } from '../../../../portal/portal-types.ts';
import { useItemTasks } from './use-item-tasks.ts';

const tasksOf = async (privileges: string[], { access = 'private', isReadOnly = false } = {}) => {
  const context = await fakeContext({
    user: { ...ada, role: 'org_user', privileges },
    portal: { id: 'p1', name: 'Portal', isReadOnly },
  });
  const item = { access } as PortalItem;
  const Tasks = () => <p>{useItemTasks([item]).join(' ')}</p>;
  return show(<Tasks />, { context }).container.textContent;
};

describe('the actions on items', () => {
  it.each([
    ['with a privilege to share', ['portal:user:shareToOrg'], {}, 'edit share move copy delete'],
    ['with groups to share with', ['portal:user:shareToGroup'], {}, 'edit share move copy delete'],
    ['without any', [], {}, 'edit move copy delete'],
    ['without any, for an item to be made private', [], { access: 'org' }, 'edit share move copy delete'],
    ['on a read-only portal', ['portal:user:shareToOrg'], { isReadOnly: true }, 'copy'],
  ] as const)('%s', async (_what, privileges, more, tasks) => {
    expect(await tasksOf([...privileges], more)).toBe(tasks);
  });
});
