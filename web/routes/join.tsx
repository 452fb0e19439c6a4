import { JoinView } from '../features/joining/index.ts';

export function JoinRoute() {
  return <JoinView />;
}
