import { describe, expect, it, vi } from 'vitest';
import { show } from '../../../../testing/web/render.tsx';
import { ContentPaging } from './content-paging.tsx';

describe('the pagination of my content', () => {
  it('is hidden for a single page', () => {
    const { screen } = show(<ContentPaging page={1} pages={1} onPage={() => {}} />);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it.each([
    [1, 3, true, false],
    [2, 3, false, false],
    [3, 3, false, true],
  ])('on page %i of %i stays within the pages', (page, pages, first, last) => {
    const { screen } = show(<ContentPaging page={page} pages={pages} onPage={() => {}} />);
    expect(screen.getByRole('button', { name: 'Previous page' })).toHaveProperty('disabled', first);
    expect(screen.getByRole('button', { name: 'Next page' })).toHaveProperty('disabled', last);
    expect(screen.getByRole('button', { current: 'page' })).toBe(
      screen.getByRole('button', { name: `Page ${page} of ${pages}` }),
    );
  });

  it('jumps to the first and the last of many', async () => {
    const onPage = vi.fn<(page: number) => void>();
    const { screen, person } = show(<ContentPaging page={25} pages={50} onPage={onPage} />);
    await person.click(screen.getByRole('button', { name: 'Page 50 of 50' }));
    await person.click(screen.getByRole('button', { name: 'Page 1 of 50' }));
    expect(onPage.mock.calls).toEqual([[50], [1]]);
  });

  it('moves to the previous and the next page', async () => {
    const onPage = vi.fn<(page: number) => void>();
    const { screen, person } = show(<ContentPaging page={2} pages={3} onPage={onPage} />);
    await person.click(screen.getByRole('button', { name: 'Previous page' }));
    await person.click(screen.getByRole('button', { name: 'Next page' }));
    expect(onPage.mock.calls).toEqual([[1], [3]]);
  });
});
