import { afterEach, expect, it, vi } from 'vitest';
import { nameThumbs } from './name-thumbs.ts';

afterEach(() => document.body.replaceChildren());

const words = { start: 'Start', end: 'End', time: (at: number) => `day ${at}` };

function thumb(value: number) {
  const element = document.createElement('div');
  element.setAttribute('role', 'slider');
  element.setAttribute('aria-label', 'Slider value');
  element.setAttribute('aria-valuenow', String(value));
  return element;
}

function rig(...thumbs: Element[]) {
  const slider = document.createElement('div');
  slider.append(...thumbs);
  document.body.append(slider);
  return { slider, stop: nameThumbs(slider, words) };
}

const said = (element: Element) => [
  element.getAttribute('aria-label'),
  element.getAttribute('aria-valuetext'),
];

it('the thumbs are the start and the end, in any order, with their dates', () => {
  const [late, early] = [thumb(9), thumb(3)];
  rig(late, early);
  expect([said(early), said(late)]).toEqual([
    ['Start', 'day 3'],
    ['End', 'day 9'],
  ]);
});

it('a thumb that is added, moved or renamed keeps its name and announces its date', async () => {
  const early = thumb(3);
  const { slider } = rig(early);
  const late = thumb(9);
  slider.append(late);
  await vi.waitFor(() => expect(said(late)).toEqual(['End', 'day 9']));
  early.setAttribute('aria-valuenow', '4');
  early.setAttribute('aria-label', 'Slider value');
  await vi.waitFor(() => expect(said(early)).toEqual(['Start', 'day 4']));
});

it('leaves the slider alone once stopped', async () => {
  const one = thumb(3);
  const { stop } = rig(one);
  stop();
  one.setAttribute('aria-label', 'Slider value');
  await Promise.resolve();
  expect(said(one)).toEqual(['Slider value', 'day 3']);
});
