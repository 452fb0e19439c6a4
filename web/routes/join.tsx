import { JoinView } from '../features/sharing/joining/index.ts';

export function JoinRoute() {
  return <JoinView />;
}
