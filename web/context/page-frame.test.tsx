import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { PageFrameContext, usePageName, usePageSidebar, usePageTitle } from './page-frame.ts';

function Titled({ title }: { title: string | undefined }) {
  usePageTitle(title);
  return null;
}

function Named() {
  usePageName('Gallery');
  return null;
}

function WithSidebar() {
  usePageSidebar();
  return null;
}

function frame() {
  const setTitle = vi.fn<(title: string | undefined) => void>();
  const setHasSidebar = vi.fn<(has: boolean) => void>();
  const setName = vi.fn<(name: string | undefined) => void>();
  const value = { setTitle, setName, setHasSidebar };
  const wrapper = ({ children }: { children: ReactNode }) => (
    <PageFrameContext value={value}>{children}</PageFrameContext>
  );
  return { setTitle, setName, setHasSidebar, wrapper };
}

describe('a page', () => {
  it('sets the frame’s title, updates it, and removes it on unmount', () => {
    const { setTitle, wrapper } = frame();
    const { rerender, unmount } = render(<Titled title="Parks" />, { wrapper });
    expect(setTitle).toHaveBeenLastCalledWith('Parks');
    rerender(<Titled title="Trees" />);
    expect(setTitle).toHaveBeenLastCalledWith('Trees');
    unmount();
    expect(setTitle).toHaveBeenLastCalledWith(undefined);
  });

  it('does not set an unchanged title again', () => {
    const { setTitle, wrapper } = frame();
    const { rerender } = render(<Titled title="Parks" />, { wrapper });
    rerender(<Titled title="Parks" />);
    expect(setTitle).toHaveBeenCalledOnce();
  });

  it('has a name while it is mounted', () => {
    const { setName, setTitle, wrapper } = frame();
    const { unmount } = render(<Named />, { wrapper });
    expect(setName).toHaveBeenLastCalledWith('Gallery');
    unmount();
    expect(setName).toHaveBeenLastCalledWith(undefined);
    expect(setTitle).not.toHaveBeenCalled();
  });

  it('has a sidebar while it is mounted', () => {
    const { setHasSidebar, wrapper } = frame();
    const { unmount } = render(<WithSidebar />, { wrapper });
    expect(setHasSidebar).toHaveBeenLastCalledWith(true);
    unmount();
    expect(setHasSidebar).toHaveBeenLastCalledWith(false);
  });

  it('renders without a frame, as in component tests', () => {
    expect(() => render(<Titled title="Parks" />)).not.toThrow();
  });
});
