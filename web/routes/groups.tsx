import { GroupsView } from '../features/content/groups/index.ts';

export function GroupsRoute() {
  return <GroupsView />;
}
