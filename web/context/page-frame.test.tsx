import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { PageFrameContext, usePageSidebar, usePageTitle } from './page-frame.ts';

function Titled({ title }: { title: string | undefined }) {
  usePageTitle(title);
  return null;
}

function WithSidebar() {
  usePageSidebar();
  return null;
}

function frame() {
  const setTitle = vi.fn<(title: string | undefined) => void>();
  const setHasSidebar = vi.fn<(has: boolean) => void>();
  const value = { setTitle, setHasSidebar };
  const wrapper = ({ children }: { children: ReactNode }) => (
    <PageFrameContext value={value}>{children}</PageFrameContext>
  );
  return { setTitle, setHasSidebar, wrapper };
}

describe('a page', () => {
  it('puts its title into the frame, changes it, and takes it away when it goes', () => {
    const { setTitle, wrapper } = frame();
    const { rerender, unmount } = render(<Titled title="Parks" />, { wrapper });
    expect(setTitle).toHaveBeenLastCalledWith('Parks');
    rerender(<Titled title="Trees" />);
    expect(setTitle).toHaveBeenLastCalledWith('Trees');
    unmount();
    expect(setTitle).toHaveBeenLastCalledWith(undefined);
  });

  it('does not repeat a title that stays', () => {
    const { setTitle, wrapper } = frame();
    const { rerender } = render(<Titled title="Parks" />, { wrapper });
    rerender(<Titled title="Parks" />);
    expect(setTitle).toHaveBeenCalledOnce();
  });

  it('has a sidebar for as long as it is shown', () => {
    const { setHasSidebar, wrapper } = frame();
    const { unmount } = render(<WithSidebar />, { wrapper });
    expect(setHasSidebar).toHaveBeenLastCalledWith(true);
    unmount();
    expect(setHasSidebar).toHaveBeenLastCalledWith(false);
  });

  it('may stand without a frame, as in tests of a piece', () => {
    expect(() => render(<Titled title="Parks" />)).not.toThrow();
  });
});
