import { describe, expect, it } from 'vitest';
import { type MapComment, mentionsIn } from '../../../../wire/map-comment.ts';
import { parseEvent } from '../../../api/map-comments.ts';
import { conversationsOf, mentionable } from './conversations.ts';

function comment(id: string, thread: string, created: number, username = 'grace'): MapComment {
  return {
    id,
    thread,
    place: id === thread ? { kind: 'point', longitude: 71, latitude: 51 } : null,
    text: id,
    author: { username, name: username.toUpperCase() },
    created,
    edited: null,
    resolved: null,
    photos: [],
  };
}

describe('conversations', () => {
  it('are ordered by their newest comment', () => {
    const comments = [comment('a', 'a', 1), comment('b', 'b', 2), comment('a2', 'a', 3)];
    expect(conversationsOf(comments).map(({ first, comments: all }) => [first.id, all.length])).toEqual([
      ['a', 2],
      ['b', 1],
    ]);
  });

  it('without their first comment are left out', () => {
    expect(conversationsOf([comment('b', 'gone', 2)])).toEqual([]);
  });
});

it('authors and people on the map can be mentioned once, without oneself and visitors', () => {
  const comments = [comment('a', 'a', 1, 'grace'), comment('b', 'b', 2, 'ada'), comment('c', 'c', 3, '')];
  const people = [
    { username: 'ada', name: 'Ada' },
    { username: 'hedy', name: 'Hedy' },
  ];
  expect(mentionable(comments, people, 'grace')).toEqual(people);
});

it.each([
  ['Hello @ada, look', ['ada']],
  ['@grace.hopper. (@ada) @ada', ['grace.hopper', 'ada']],
  ['ada@mail.example and me', []],
  ['@ nobody', []],
  ['@жанна', ['жанна']],
])('“%s” mentions %j', (text, names) => {
  expect(mentionsIn(text)).toEqual(names);
});

it.each([
  ['event: person\ndata: {"id":"x"}', { event: 'person', data: { id: 'x' } }],
  ['retry: 2000\nevent: comments\ndata: null', { event: 'comments', data: null }],
  [': alive', { event: '', data: null }],
  ['event: left\ndata: {', { event: '', data: null }],
])('an event of the stream is parsed: %j', (block, event) => {
  expect(parseEvent(block)).toEqual(event);
});
