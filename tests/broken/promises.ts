import type { BrokenPromise } from './promise.ts';
import { calls } from './promises/calls.ts';
import { database } from './promises/database.ts';
import { delivery } from './promises/delivery.ts';
import { desk } from './promises/desk.ts';
import { deskApp } from './promises/desk-app.ts';
import { editingAnywhere } from './promises/editing-anywhere.ts';
import { editor } from './promises/editor.ts';
import { fields } from './promises/fields.ts';
import { forms } from './promises/forms.ts';
import { home } from './promises/home.ts';
import { meetings } from './promises/meetings.ts';
import { pages } from './promises/pages.ts';
import { rooms } from './promises/rooms.ts';
import { signIn } from './promises/sign-in.ts';
import { videoMeetings } from './promises/video-meetings.ts';
import { videoRooms } from './promises/video-rooms.ts';

/** What the product promises, and one way to break each promise. */
export const PROMISES: readonly BrokenPromise[] = [
  ...home,
  ...pages,
  ...rooms,
  ...fields,
  ...forms,
  ...database,
  ...delivery,
  ...calls,
  ...desk,
  ...deskApp,
  ...meetings,
  ...editor,
  ...editingAnywhere,
  ...signIn,
  ...videoMeetings,
  ...videoRooms,
];
