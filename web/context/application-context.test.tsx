import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeContext } from '../../testing/web/fake-context.ts';
import { ApplicationContext, useApplicationContext } from './application-context.ts';

function Reader() {
  return <p>{useApplicationContext().org}</p>;
}

it('gives what its provider holds', async () => {
  render(
    <ApplicationContext value={await fakeContext({ org: 'esil' })}>
      <Reader />
    </ApplicationContext>,
  );
  expect(screen.getByText('esil')).toBeDefined();
});

it('is an error outside of its provider', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(() => render(<Reader />)).toThrow(/outside of the application context/);
});
