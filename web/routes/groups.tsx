import { GroupsView } from '../features/groups/index.ts';

export function GroupsRoute() {
  return <GroupsView />;
}
