import { expect, it } from 'vitest';
import { doubtAbout } from '../../src/islands/form/address-doubt.ts';

it.each([
  ['ada@gmial.com', 'ada@gmail.com'],
  ['ada@gmal.com', 'ada@gmail.com'],
  ['Ada.L@GMAIL.con', 'Ada.L@gmail.com'],
  ['ada@gmail.co', 'ada@gmail.com'],
  ['ada@gmail', 'ada@gmail.com'],
  ['ada@hotmial.com', 'ada@hotmail.com'],
  ['ada@yaho.com', 'ada@yahoo.com'],
  ['ada@outlok.com', 'ada@outlook.com'],
  [' ada@gmial.com ', 'ada@gmail.com'],
])('after %j, asks whether %s is meant', (typed, meant) => {
  expect(doubtAbout(typed)).toEqual({ address: typed, meant });
});

it.each(['zoe@example', 'zoe@localhost'])('%s seems incomplete', (address) => {
  expect(doubtAbout(address)).toEqual({ address });
});

it.each([
  '',
  'ada',
  '@gmial.com',
  'ada@',
  'ada@gmail.com',
  'ada@ymail.com',
  'ada@acme.com',
  'ada@males.com',
  'ada@email.com',
  'ada@hello.nl',
  'ada@yahoo.se',
  'ada@hotmail.de',
  'ada@web.de',
  'ada@gmail.example.edu',
  'ada@students.example.ac.uk',
])('asks nothing about %j', (address) => {
  expect(doubtAbout(address)).toBeUndefined();
});
